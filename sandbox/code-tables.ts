// The six code tables of the tax registry, as far as the population uses them.
import { CITIES } from './cities.ts';

type Table = readonly (readonly [code: string, name: string])[];

export const CODE_TABLES: Readonly<Record<string, { innerName: string; rows: Table }>> = {
  Cnaes: {
    innerName: 'CNAECSV',
    rows: [
      ['0151201', 'Criação de bovinos para corte'],
      ['1412601', 'Confecção de peças de vestuário, exceto roupas íntimas e as confeccionadas sob medida'],
      ['2599399', 'Fabricação de outros produtos de metal não especificados anteriormente'],
      ['3101200', 'Fabricação de móveis com predominância de madeira'],
      ['4120400', 'Construção de edifícios'],
      ['4530703', 'Comércio a varejo de peças e acessórios novos para veículos automotores'],
      ['4635402', 'Comércio atacadista de cerveja, chope e refrigerante'],
      ['4712100', 'Comércio varejista de mercadorias em geral, com predominância de produtos alimentícios'],
      ['4744099', 'Comércio varejista de materiais de construção em geral'],
      ['4751201', 'Comércio varejista especializado de equipamentos e suprimentos de informática'],
      ['4771701', 'Comércio varejista de produtos farmacêuticos, sem manipulação de fórmulas'],
      ['4930202', 'Transporte rodoviário de carga, exceto produtos perigosos e mudanças, intermunicipal'],
      ['5611203', 'Lanchonetes, casas de chá, de sucos e similares'],
      ['6204000', 'Consultoria em tecnologia da informação'],
      ['6810202', 'Aluguel de imóveis próprios'],
      ['7020400', 'Atividades de consultoria em gestão empresarial'],
      ['7911200', 'Agências de viagens'],
      ['8011101', 'Atividades de vigilância e segurança privada'],
      ['8121400', 'Limpeza em prédios e em domicílios'],
      ['8211300', 'Serviços combinados de escritório e apoio administrativo'],
      ['8411600', 'Administração pública em geral'],
      ['8599699', 'Outras atividades de ensino não especificadas anteriormente'],
      ['8630503', 'Atividade médica ambulatorial restrita a consultas'],
    ],
  },
  Motivos: {
    innerName: 'MOTICSV',
    rows: [
      ['00', 'SEM MOTIVO'],
      ['01', 'EXTINCAO POR ENCERRAMENTO LIQUIDACAO VOLUNTARIA'],
      ['16', 'ANULACAO POR VICIOS'],
      ['18', 'INTERRUPCAO TEMPORARIA DAS ATIVIDADES'],
      ['63', 'OMISSAO DE DECLARACOES'],
    ],
  },
  Municipios: {
    innerName: 'MUNICCSV',
    rows: CITIES.map(({ code, name }) => [code, name]),
  },
  Naturezas: {
    innerName: 'NATJUCSV',
    rows: [
      ['1236', 'Estado ou Distrito Federal'],
      ['1244', 'Município'],
      ['1341', 'União'],
      ['2054', 'Sociedade Anônima Fechada'],
      ['2062', 'Sociedade Empresária Limitada'],
      ['2135', 'Empresário (Individual)'],
      ['2143', 'Cooperativa'],
      ['3085', 'Condomínio Edilício'],
      ['3999', 'Associação Privada'],
    ],
  },
  Paises: {
    innerName: 'PAISCSV',
    rows: [
      ['105', 'BRASIL'],
      ['249', 'ESTADOS UNIDOS'],
    ],
  },
  Qualificacoes: {
    innerName: 'QUALSCSV',
    rows: [
      ['00', 'Não informada'],
      ['05', 'Administrador'],
      ['10', 'Diretor'],
      ['16', 'Presidente'],
      ['19', 'Síndico (Condomínio)'],
      ['22', 'Sócio'],
      ['37', 'Sócio Pessoa Jurídica Domiciliado no Exterior'],
      ['39', 'Diplomata'],
      ['49', 'Sócio-Administrador'],
      ['50', 'Empresário'],
    ],
  },
};

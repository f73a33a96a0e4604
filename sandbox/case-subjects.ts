// What cases are about: subjects of the CNJ tables, version 78.

type Subjects = Readonly<Record<number, string>>;

export const CREDIT: Subjects = {
  7717: 'Espécies de Títulos de Crédito',
  4970: 'Cheque',
  4972: 'Duplicata',
  9607: 'Contratos Bancários',
};
export const DAMAGES: Subjects = {
  10433: 'Indenização por Dano Moral',
  10439: 'Indenização por Dano Material',
  6226: 'Inclusão Indevida em Cadastro de Inadimplentes',
  9596: 'Prestação de Serviços',
  10671: 'Obrigação de Fazer / Não Fazer',
  14925: 'Repetição do Indébito',
};
export const WORK: Subjects = {
  13769: 'Horas Extras',
  13875: 'Adicional de Insalubridade',
  13719: 'FGTS',
  2546: 'Verbas Rescisórias',
};
export const CRIMES: Subjects = {
  3431: 'Estelionato',
  3608: 'Tráfico de Drogas e Condutas Afins',
  3417: 'Furto Qualificado',
  3435: 'Receptação',
  3614: 'Crimes contra a Ordem Tributária',
  3628: 'Crimes de "Lavagem" ou Ocultação de Bens, Direitos ou Valores',
};
export const INSOLVENCY: Subjects = {
  4993: 'Recuperação judicial e Falência',
  4994: 'Recuperação extrajudicial',
};
export const JUVENILE: Subjects = { 9634: 'Ato Infracional', 9690: 'Estelionato' };
export const TAXES: Subjects = {
  6017: 'Dívida Ativa (Execução Fiscal)',
  5951: 'ISS/ Imposto sobre Serviços',
  5952: 'IPTU/ Imposto Predial e Territorial Urbano',
  10394: 'Dívida Ativa não-tributária',
};

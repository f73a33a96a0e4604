import { defineTexts } from './language.ts';

export const sourceNameTexts = defineTexts({
  'pt-BR': {
    cases: 'Arquivos de processos',
    celcoin: 'Celcoin',
    datajud: 'DataJud (CNJ)',
    escavador: 'Escavador',
    infosimples: 'Infosimples',
    judit: 'Judit',
    pgfn: 'PGFN',
    pluggy: 'Pluggy',
    protests: 'Arquivos de protestos',
    receita: 'Receita Federal',
    senatran: 'Senatran',
    tpu: 'Tabelas do CNJ',
  },
  en: {
    cases: 'Case files',
    celcoin: 'Celcoin',
    datajud: 'DataJud (CNJ)',
    escavador: 'Escavador',
    infosimples: 'Infosimples',
    judit: 'Judit',
    pgfn: 'PGFN',
    pluggy: 'Pluggy',
    protests: 'Protest files',
    receita: 'Receita Federal',
    senatran: 'Senatran',
    tpu: 'Tables of the CNJ',
  },
});

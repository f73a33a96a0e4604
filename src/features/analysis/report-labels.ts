// The words of the spreadsheets, which are read by people in Brazil.
import type { Outcome } from '../../platform/imports/freshness.ts';
import type { Partner, Holding } from '../companies/index.ts';
import type { Debt } from '../debts/index.ts';
import type { Classification } from './report-input.ts';
import type { SummaryKey } from './summary-keys.ts';

export const KEY_LABELS: Readonly<Record<SummaryKey, string>> = {
  ALL: 'Todos os processos',
  ISDEFENDANT: 'Como réu',
  ISDEFENDANT_WITH_RISK: 'Como réu, com risco',
  ISAUTHOR: 'Como autor',
  ISAUTHOR_WITH_RISK: 'Como autor, com risco',
  RISK_PROTEST: 'Protestos em cartório',
  RISK_WORKER: 'Trabalhistas',
  WORKER_WITH_RISK: 'Trabalhistas, com risco',
  RISK_DEBTOR: 'Dívidas ativas em cobrança',
  RISK_EXECUTION: 'Execuções',
  RISK_CRIMINAL: 'Criminais',
  CRIMINAL_WITH_RISK: 'Criminais, com risco',
  EXECUTION_WITH_RISK: 'Execuções, com risco',
  IS_ACTIVE_WITHOUT_RISK: 'Ativos, sem risco',
  IS_ACTIVE_WITH_RISK: 'Ativos, com risco',
  IS_INACTIVE_WITHOUT_RISK: 'Inativos, sem risco',
  IS_INACTIVE_WITH_RISK: 'Inativos, com risco',
  PERSON_NOT_CLASSIFIED: 'Polo não classificado',
  PERSON_NOT_CLASSIFIED_WITH_RISK: 'Polo não classificado, com risco',
  LITIGATION: 'Litígios (ativos, sem execuções e criminais)',
};

export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  FOUND: 'verificado',
  NOTHING_FOUND: 'verificado, nada encontrado',
  NOT_CHECKED: 'não verificado',
  SOURCE_FAILED: 'não verificado: a fonte falhou',
};

export const NOT_CHECKED = OUTCOME_LABELS.NOT_CHECKED;

const SOURCE_LABELS: Readonly<Record<string, string>> = {
  cases: 'Processos (arquivos do operador)',
  datajud: 'DataJud (CNJ)',
  judit: 'Judit',
  escavador: 'Escavador',
  pgfn: 'Dívida ativa (PGFN)',
  protests: 'Protestos (arquivos do operador)',
  infosimples: 'CENPROT (Infosimples)',
  receita: 'CNPJ (Receita Federal)',
};

export const sourceLabel = (source: string): string => SOURCE_LABELS[source] ?? source;

export const SIDE_LABELS: Readonly<Record<Classification['side'], string>> = {
  DEFENDANT: 'Réu',
  AUTHOR: 'Autor',
  NOT_CLASSIFIED: 'Não classificado',
};

export function natureLabel({ execution, labour, criminal }: Classification['natures']): string {
  const named = [execution ? 'Execução' : '', labour ? 'Trabalhista' : '', criminal ? 'Criminal' : ''];
  return named.filter((name) => name !== '').join(', ') || 'Cível';
}

export const REGISTER_LABELS: Readonly<Record<Debt['register'], string>> = {
  general: 'Geral',
  'social-security': 'Previdenciário',
  'severance-fund': 'FGTS',
};

export const DEBT_STATE_LABELS: Readonly<Record<Debt['state'], string>> = {
  COLLECTING: 'Em cobrança',
  BENEFIT: 'Benefício fiscal',
  GUARANTEED: 'Garantida',
  SUSPENDED: 'Suspensa',
  NEGOTIATING: 'Em negociação',
  UNKNOWN: 'Não informada',
};

export const PARTNER_KIND_LABELS: Readonly<Record<Partner['kind'], string>> = {
  COMPANY: 'Pessoa jurídica',
  PERSON: 'Pessoa física',
  FOREIGN: 'Estrangeiro',
  UNKNOWN: 'Não informado',
};

export const SITUATION_LABELS: Readonly<Record<Holding['situation'], string>> = {
  VOID: 'Nula',
  ACTIVE: 'Ativa',
  SUSPENDED: 'Suspensa',
  UNFIT: 'Inapta',
  ACTIVE_IRREGULAR: 'Ativa não regular',
  CLOSED: 'Baixada',
  UNKNOWN: 'Não informada',
};

export const yesOrNo = (is: boolean): string => (is ? 'Sim' : 'Não');

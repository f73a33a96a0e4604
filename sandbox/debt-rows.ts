// Rows of the government debt register's three files, as the PGFN publishes them.
import { punctuateCnpj } from './numbers.ts';

export type DebtRegister = 'general' | 'social-security' | 'severance-fund';
export type DebtSituation = 'collection' | 'benefit' | 'guaranteed' | 'suspended' | 'negotiated';

export type Debt = {
  register: DebtRegister;
  /** Whole; it is masked or punctuated as the file wants it. */
  document: string;
  name: string;
  state: string;
  inscription: number;
  situation: DebtSituation;
  /** As in the file, `31/01/2026`. */
  registeredOn: string;
  isFiled: boolean;
  value: string;
};

type Layout = { file: string; innerName: string; header: readonly string[] };

const SHARED = [
  'CPF_CNPJ',
  'TIPO_PESSOA',
  'TIPO_DEVEDOR',
  'NOME_DEVEDOR',
  'UF_DEVEDOR',
  'UNIDADE_RESPONSAVEL',
];
const LAST = ['DATA_INSCRICAO', 'INDICADOR_AJUIZADO', 'VALOR_CONSOLIDADO'];
const STATE = ['NUMERO_INSCRICAO', 'TIPO_SITUACAO_INSCRICAO', 'SITUACAO_INSCRICAO'];

export const DEBT_LAYOUTS: Readonly<Record<DebtRegister, Layout>> = {
  general: {
    file: 'Dados_abertos_Nao_Previdenciario.zip',
    innerName: 'arquivo_lai_SIDA_1_202609.csv',
    header: [...SHARED, ...STATE, 'RECEITA_PRINCIPAL', ...LAST],
  },
  'social-security': {
    file: 'Dados_abertos_Previdenciario.zip',
    innerName: 'arquivo_lai_PREV_1_202609.csv',
    header: [...SHARED, ...STATE, 'TIPO_CREDITO', ...LAST],
  },
  'severance-fund': {
    file: 'Dados_abertos_FGTS.zip',
    innerName: 'arquivo_lai_FGTS_1_202609.csv',
    header: [...SHARED, 'ENTIDADE_RESPONSAVEL', 'UNIDADE_INSCRICAO', ...STATE, 'RECEITA_PRINCIPAL', ...LAST],
  },
};

const SITUATIONS: Readonly<Record<DebtSituation, readonly [kind: string, exact: string]>> = {
  collection: ['Em cobrança', 'ATIVA EM COBRANCA'],
  benefit: ['Benefício Fiscal', 'ATIVA AJUIZADA NEGOCIADA NO SISPAR'],
  guaranteed: ['Garantia', 'ATIVA AJUIZADA - GARANTIA - PENHORA'],
  suspended: [
    'Suspenso por decisão judicial',
    'ATIVA AJUIZADA COM EXIGIBILIDADE DO CREDITO SUSPENSA-DECISAO JUDICIAL',
  ],
  negotiated: ['Em negociação', 'ATIVA AJUIZADA EM PROCESSO DE NEGOCIACAO NO SISPAR'],
};

/** Older files mask with X, newer ones with stars; both show the same six digits. */
function spell(document: string, inscription: number): string {
  if (document.length === 14) return punctuateCnpj(document);
  const [a, b] = [document.slice(3, 6), document.slice(6, 9)];
  return inscription % 2 === 0 ? `XXX${a}.${b}XX` : `***.${a}.${b}-**`;
}

export function debtRow(debt: Debt): string {
  const { register, document, inscription } = debt;
  const isCompany = document.length === 14;
  const [kind, exact] = SITUATIONS[debt.situation];
  const fund = register === 'severance-fund' ? [inscription % 2 === 0 ? 'PGFN' : 'CAIXA', debt.state] : [];
  const credit = { general: 'COFINS', 'social-security': 'OUTROS', 'severance-fund': 'FGTS' }[register];
  return `${[
    spell(document, inscription),
    isCompany ? 'Pessoa jurídica' : 'Pessoa física',
    register === 'general' ? 'PRINCIPAL' : 'Principal',
    debt.name,
    debt.state,
    'PROCURADORIA DA FAZENDA NACIONAL',
    ...fund,
    `${debt.state}${String(inscription).padStart(12, '0')}`,
    kind,
    exact,
    credit,
    debt.registeredOn,
    debt.isFiled ? 'SIM' : 'NAO',
    debt.value,
  ].join(';')}\r\n`;
}

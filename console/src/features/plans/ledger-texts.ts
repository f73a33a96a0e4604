import { defineTexts } from '../../ui/language.ts';

export const ledgerTexts = defineTexts({
  'pt-BR': {
    page: 'Saldo e uso',
    pageHint: 'O que resta, o que foi usado e cada lançamento.',
    usage: 'Uso por dia',
    usageHint: 'Unidades cobradas menos as devolvidas, pelo dia de Brasília.',
    days: (days: string) => `${days} dias`,
    period: 'Período',
    total: (units: string) => `Unidades no período: ${units}`,
    noUsage: 'Nada foi usado neste período',
    noUsageHint: 'Cada análise, CNH, radar ou consulta de crédito aparece aqui no dia em que foi cobrada.',
    day: 'Dia',
    ledger: 'Extrato',
    ledgerHint: 'Créditos, cobranças e devoluções, do mais recente ao mais antigo.',
    noLedger: 'Nenhum lançamento',
    when: 'Quando',
    what: 'Lançamento',
    subject: 'Referência',
    plan: 'Plano',
    units: 'Unidades',
    grant: 'Crédito',
    charge: 'Cobrança',
    refund: 'Devolução',
    analysis: 'Análise',
    radar: 'Radar',
    cnh: 'CNH',
    scr: 'Crédito (SCR)',
    process: 'Processo',
    other: 'Outros',
    granted: 'Concedido pela operação',
  },
  en: {
    page: 'Balance and usage',
    pageHint: 'What is left, what was used, and every entry.',
    usage: 'Usage by day',
    usageHint: 'Units charged less those given back, by the day of Brasília.',
    days: (days: string) => `${days} days`,
    period: 'Period',
    total: (units: string) => `Units in this time: ${units}`,
    noUsage: 'Nothing was used in this time',
    noUsageHint: 'Every analysis, licence, radar or credit look-up shows here on the day it was charged.',
    day: 'Day',
    ledger: 'Ledger',
    ledgerHint: 'Grants, charges and refunds, newest first.',
    noLedger: 'No entries',
    when: 'When',
    what: 'Entry',
    subject: 'Reference',
    plan: 'Plan',
    units: 'Units',
    grant: 'Grant',
    charge: 'Charge',
    refund: 'Refund',
    analysis: 'Analysis',
    radar: 'Radar',
    cnh: 'Driver licence',
    scr: 'Credit (SCR)',
    process: 'Process',
    other: 'Other',
    granted: 'Granted by the operator',
  },
});

type LedgerTexts = (typeof ledgerTexts)['pt-BR'];

export const PURPOSES = ['analysis', 'radar', 'cnh', 'scr', 'process'] as const;
export type Purpose = (typeof PURPOSES)[number] | 'other';

export function purposeOf(word: string): Purpose {
  return PURPOSES.find((purpose) => purpose === word) ?? 'other';
}

/** `analysis 7` as people say it; what the operator wrote stays as it is. */
export function describeSubject(t: LedgerTexts, subject: string): { label: string; id: string } {
  const [word = '', id = ''] = subject.split(' ', 2);
  const purpose = purposeOf(word);
  if (purpose !== 'other') return { label: t[purpose], id };
  return { label: subject === 'granted by the operator' ? t.granted : subject, id: '' };
}

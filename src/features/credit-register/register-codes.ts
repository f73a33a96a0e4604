// The codes of the credit register, as the Central Bank's Doc. 3040 defines them (annex 1 maturities, annex 3 modalities).

export type BucketGroup = 'CREDIT_LIMIT' | 'TO_BE_RELEASED' | 'TO_FALL_DUE' | 'OVERDUE' | 'LOSS';

type Bucket = { readonly code: string; readonly group: BucketGroup; readonly description: string };

function listBuckets(group: BucketGroup, described: Readonly<Record<string, string>>): Bucket[] {
  return Object.entries(described).map(([code, description]) => ({ code, group, description }));
}

export const BUCKETS: readonly Bucket[] = [
  ...listBuckets('CREDIT_LIMIT', { 20: 'até 360 dias', 40: 'acima de 360 dias' }),
  ...listBuckets('TO_BE_RELEASED', { 60: 'até 360 dias', 80: 'acima de 360 dias' }),
  ...listBuckets('TO_FALL_DUE', {
    110: 'até 30 dias',
    120: '31 a 60 dias',
    130: '61 a 90 dias',
    140: '91 a 180 dias',
    150: '181 a 360 dias',
    160: '361 a 720 dias',
    165: '721 a 1080 dias',
    170: '1081 a 1440 dias',
    175: '1441 a 1800 dias',
    180: '1801 a 5400 dias',
    190: 'acima de 5400 dias',
    199: 'prazo indeterminado',
  }),
  ...listBuckets('OVERDUE', {
    205: '1 a 14 dias',
    210: '15 a 30 dias',
    220: '31 a 60 dias',
    230: '61 a 90 dias',
    240: '91 a 120 dias',
    245: '121 a 150 dias',
    250: '151 a 180 dias',
    255: '181 a 240 dias',
    260: '241 a 300 dias',
    270: '301 a 360 dias',
    280: '361 a 540 dias',
    290: 'acima de 540 dias',
  }),
  ...listBuckets('LOSS', { 310: 'até 12 meses', 320: '12 a 48 meses', 330: 'acima de 48 meses' }),
];

/** The first code of more than 90 days. */
export const FIRST_OVER_90_DAYS = 240;

/** By the first two digits of a modality. */
const DOMAINS: Readonly<Record<string, string>> = {
  '01': 'Adiantamentos a depositantes',
  '02': 'Empréstimos',
  '03': 'Direitos creditórios descontados',
  '04': 'Financiamentos',
  '05': 'Financiamentos à exportação',
  '06': 'Financiamentos à importação',
  '07': 'Financiamentos com interveniência',
  '08': 'Financiamentos rurais e agroindustriais',
  '09': 'Financiamentos imobiliários',
  '10': 'Financiamentos de títulos e valores mobiliários',
  '11': 'Financiamentos de infraestrutura e desenvolvimento',
  '12': 'Arrendamento',
  '13': 'Outros créditos',
  '14': 'Operações interfinanceiras',
  '15': 'Coobrigações',
  '18': 'Títulos de crédito fora da carteira',
  '19': 'Limites',
  '20': 'Retenção de risco',
};

export function describeDomain(modality: string): string {
  return DOMAINS[modality.slice(0, 2)] ?? '';
}

/** What the Central Bank counts as the portfolio: modalities 01 to 13. */
export function isInPortfolio(modality: string): boolean {
  const domain = Number(modality.slice(0, 2));
  return domain >= 1 && domain <= 13;
}

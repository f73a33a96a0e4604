// Colours and measures of the printed report. Colours never tell anything alone: a word stands beside each of them, so that
// it can be read in grey.
export const LEFT = 42;
export const WIDTH = 511;

export const COLORS = {
  ink: '#1B2430',
  muted: '#5B6673',
  hairline: '#D5DBE1',
  shade: '#F3F5F7',
  brand: '#1F4E79',
  risk: '#B42318',
  calm: '#AEB9C4',
} as const;

export const TONES = {
  risk: { stripe: '#B42318', ground: '#FDF1F0' },
  unsure: { stripe: '#B26A00', ground: '#FDF6E8' },
  clear: { stripe: '#1E7A4B', ground: '#EEF8F2' },
} as const;

import { Alert, Badge, createTheme } from '@mantine/core';
import type { MantineColorsTuple } from '@mantine/core';

/** The lighthouse's blue; the sixth and seventh carry white text in both schemes. */
const sea: MantineColorsTuple = [
  '#eef5fd',
  '#dbe7f6',
  '#b3cdec',
  '#87b1e2',
  '#649ad9',
  '#4d8bd4',
  '#3b7cc9',
  '#2a67ae',
  '#1c4f8f',
  '#123d72',
];

/**
 * In the dark the library fills the whole block with a deep shade, which is louder than what it says. There it is as any other
 * card, and only its edge and its icon have the colour.
 */
const alert = Alert.extend({
  vars: (_theme, { color = 'sea' }) => ({
    root: {
      '--alert-bg': `light-dark(var(--mantine-color-${color}-light), var(--mantine-color-dark-7))`,
      '--alert-bd': `1px solid light-dark(transparent, color-mix(in srgb, var(--mantine-color-${color}-5) 55%, transparent))`,
      '--alert-color': `light-dark(var(--mantine-color-${color}-9), var(--mantine-color-${color}-4))`,
    },
  }),
});

export const theme = createTheme({
  primaryColor: 'sea',
  primaryShade: { light: 8, dark: 7 },
  colors: { sea },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: { fontWeight: '650', textWrap: 'balance' },
  components: {
    Alert: alert,
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 600, miw: 'max-content' } }),
    // By its name, as its library comes later. The legend is in the order of the bars, not of the alphabet.
    BarChart: { defaultProps: { legendProps: { itemSorter: null } } },
  },
  cursorType: 'pointer',
  focusRing: 'auto',
});

/** What a colour means, everywhere: red is risk, teal is none found, grey was not looked at, orange went wrong. */
export const MEANING = {
  risk: 'red',
  clear: 'teal',
  unknown: 'gray',
  trouble: 'orange',
  plain: 'sea',
} as const;

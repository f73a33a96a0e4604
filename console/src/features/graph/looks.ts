// Colours and shapes of the map, the same in the drawing and in its legend. Shapes differ too: colour alone tells not everybody.

export const LOOKS = {
  SUBJECT: { colour: '#1c4f8f', shape: 'round-rectangle' },
  COMPANY: { colour: '#3b7cc9', shape: 'round-rectangle' },
  PERSON: { colour: '#0b8a6a', shape: 'ellipse' },
  FOREIGN: { colour: '#8a63b8', shape: 'ellipse' },
  CASE: { colour: '#8a94a1', shape: 'diamond' },
  RISK: { colour: '#c92a2a', shape: 'diamond' },
} as const;

type Palette = { text: string; ground: string; edge: string; mark: string };

export function paletteOf(isDark: boolean): Palette {
  return isDark
    ? { text: '#e6e9ed', ground: '#242424', edge: '#6b7480', mark: '#ffa94d' }
    : { text: '#1f2933', ground: '#ffffff', edge: '#8a94a1', mark: '#d9480f' };
}

import { defineTexts } from './language.ts';

export const preferenceTexts = defineTexts({
  'pt-BR': { dark: 'Usar tema escuro', light: 'Usar tema claro', other: 'English' },
  en: { dark: 'Use the dark theme', light: 'Use the light theme', other: 'Português' },
});

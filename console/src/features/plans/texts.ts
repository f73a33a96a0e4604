import { defineTexts } from '../../ui/language.ts';

export const planTexts = defineTexts({
  'pt-BR': {
    title: 'Saldo',
    hint: 'Uma análise, uma CNH ou o primeiro crédito do mês usam uma unidade. O que falha é devolvido.',
    left: (units: string) => `Restantes: ${units}`,
    used: (units: string) => `usadas: ${units}`,
    none: 'Nenhum plano',
    noneHint: 'Esta organização ainda não assina nenhum plano.',
  },
  en: {
    title: 'Balance',
    hint: 'An analysis, a driver licence or the first credit look-up of a month uses one unit. What fails is given back.',
    left: (units: string) => `Left: ${units}`,
    used: (units: string) => `used: ${units}`,
    none: 'No plan',
    noneHint: 'This organization has no plan yet.',
  },
});

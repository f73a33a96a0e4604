import { defineTexts } from './language.ts';

export const dialogTexts = defineTexts({
  'pt-BR': {
    cancel: 'Cancelar',
    copy: 'Copiar',
    copied: 'Copiado',
    more: 'Mostrar mais',
    done: 'Já guardei',
    once: 'É a única vez que este valor aparece. Guarde-o agora em um lugar seguro.',
  },
  en: {
    cancel: 'Cancel',
    copy: 'Copy',
    copied: 'Copied',
    more: 'Show more',
    done: 'I have kept it',
    once: 'This is the only time that this value is shown. Keep it in a safe place now.',
  },
});

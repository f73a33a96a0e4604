import { defineTexts } from '../../ui/language.ts';

export const frameTexts = defineTexts({
  'pt-BR': {
    pages: 'Páginas da conta',
    profile: 'Acesso',
    usage: 'Saldo e uso',
    tokens: 'Tokens',
    webhooks: 'Webhooks',
    members: 'Membros',
    audit: 'Auditoria',
  },
  en: {
    pages: 'Pages of the account',
    profile: 'Access',
    usage: 'Balance and usage',
    tokens: 'Tokens',
    webhooks: 'Webhooks',
    members: 'Members',
    audit: 'Audit',
  },
});

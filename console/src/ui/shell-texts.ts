import { defineTexts } from './language.ts';

export const shellTexts = defineTexts({
  'pt-BR': {
    home: 'Início',
    analyses: 'Análises',
    licences: 'CNH',
    credit: 'Crédito (SCR)',
    account: 'Conta',
    operator: 'Operação',
    menu: 'Abrir ou fechar o menu',
    navigation: 'Principal',
    user: (name: string) => `Conta de ${name}`,
    logOut: 'Sair',
    changeOrganization: 'Trocar de organização',
    reference: 'Referência da API',
  },
  en: {
    home: 'Start',
    analyses: 'Analyses',
    licences: 'Driver licence',
    credit: 'Credit (SCR)',
    account: 'Account',
    operator: 'Operator',
    menu: 'Open or close the menu',
    navigation: 'Main',
    user: (name: string) => `Account of ${name}`,
    logOut: 'Log out',
    changeOrganization: 'Change the organization',
    reference: 'API reference',
  },
});

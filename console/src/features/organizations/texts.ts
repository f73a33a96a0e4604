import { defineTexts } from '../../ui/language.ts';

export const memberTexts = defineTexts({
  'pt-BR': {
    page: 'Membros',
    pageHint: 'Quem entra nesta organização e o que pode fazer.',
    members: 'Pessoas',
    hint: 'Leitura consulta o que existe; Analista também gera o que é cobrado; Administração também cuida de membros, tokens e webhooks.',
    invite: 'Para incluir alguém, peça a quem opera o Farol:',
    since: (when: string) => `desde ${when}`,
    you: 'você',
    role: (name: string) => `Papel de ${name}`,
    remove: 'Remover',
    removeQuestion: (name: string) => `Remover ${name} desta organização?`,
    removeHint: 'A pessoa deixa de ver esta organização em até um segundo. O usuário continua existindo.',
    lastAdmin: 'Alguém precisa continuar na administração: promova outra pessoa antes.',
  },
  en: {
    page: 'Members',
    pageHint: 'Who may enter this organization, and what they may do.',
    members: 'People',
    hint: 'A viewer looks at what there is; an analyst also starts what is charged; an admin also takes care of members, tokens and webhooks.',
    invite: 'To add somebody, ask whoever operates Farol:',
    since: (when: string) => `since ${when}`,
    you: 'you',
    role: (name: string) => `Role of ${name}`,
    remove: 'Remove',
    removeQuestion: (name: string) => `Remove ${name} from this organization?`,
    removeHint: 'They stop seeing this organization within a second. The user itself stays.',
    lastAdmin: 'There has to be an admin: promote another person first.',
  },
});

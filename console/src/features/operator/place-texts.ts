import { defineTexts } from '../../ui/language.ts';

export const operatorPlaceTexts = defineTexts({
  'pt-BR': {
    pages: 'Páginas da operação',
    system: 'Sistema',
    tenants: 'Organizações',
    sources: 'Fontes',
    imports: 'Importações',
    queue: 'Fila',
  },
  en: {
    pages: 'Pages of the operator',
    system: 'System',
    tenants: 'Organizations',
    sources: 'Sources',
    imports: 'Imports',
    queue: 'Queue',
  },
});

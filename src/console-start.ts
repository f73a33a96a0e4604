// What the console's log-in page offers to whoever opens it: on a private machine the published log-in and documents.
import type { Config } from './config.ts';
import { DEMO_EMAIL, DEMO_PASSWORD, isPrivate } from './demo.ts';
import { hasEnabledDemoUsers } from './features/accounts/index.ts';
import type { ConsoleStart } from './features/accounts/index.ts';
import type { Database } from './platform/db/database.ts';
import { NO_SCOPE } from './platform/db/scope.ts';

/** Of docs/sandbox.md. */
const TRY_DOCUMENTS: ConsoleStart['documents'] = [
  {
    document: '90000000337',
    about: { 'pt-BR': 'Pessoa executada por uma dívida', en: 'Person sued over a debt' },
  },
  {
    document: '90000015000142',
    about: { 'pt-BR': 'Empresa com 300 processos', en: 'Company with 300 court cases' },
  },
  {
    document: '90000002119',
    about: { 'pt-BR': 'Pessoa com protestos em cartório', en: 'Person with notary protests' },
  },
  {
    document: '90000022000144',
    about: { 'pt-BR': 'Empresa inscrita na dívida ativa', en: 'Company with government debts' },
  },
  {
    document: '90AB0C30000119',
    about: { 'pt-BR': 'Empresa com letras no CNPJ', en: 'Company with letters in its CNPJ' },
  },
];

export async function describeConsoleStart(config: Config, database: Database): Promise<ConsoleStart> {
  const isDemo =
    config.demo && isPrivate(config) && (await database.transaction(NO_SCOPE, hasEnabledDemoUsers));
  return {
    demo: isDemo ? { email: DEMO_EMAIL, password: DEMO_PASSWORD } : null,
    documents: isDemo && config.sandboxPopulation !== 'none' ? TRY_DOCUMENTS : [],
  };
}

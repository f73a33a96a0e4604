import type { Language } from '../../ui/language.ts';

const ACTS: Readonly<Record<string, readonly [portuguese: string, english: string]>> = {
  'imports.list': ['Viu as importações', 'Looked at imports'],
  'job.retry': ['Repetiu uma tarefa parada', 'Tried a dead job again'],
  'jobs.list': ['Viu a fila', 'Looked at the queue'],
  'jobs.retry': ['Repetiu todas as tarefas paradas', 'Tried all dead jobs again'],
  'plans.list': ['Viu os planos', 'Looked at plans'],
  'quarantine.read': ['Viu uma quarentena', 'Looked at a quarantine'],
  'sources.list': ['Viu as fontes', 'Looked at sources'],
  'system.read': ['Viu o sistema', 'Looked at the system'],
  'tenants.list': ['Viu as organizações', 'Looked at organizations'],
};

/** As the server spells it where there is no word yet. */
export function describeAct(language: Language, action: string): string {
  return ACTS[action]?.[language === 'en' ? 1 : 0] ?? action;
}

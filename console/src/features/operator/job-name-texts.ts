import type { Language } from '../../ui/language.ts';

const JOBS: Readonly<Record<string, readonly [portuguese: string, english: string]>> = {
  'analysis.run': ['Análise', 'Analysis'],
  'batches.run': ['Lote', 'Batch'],
  'cnh.run': ['Consulta de CNH', 'Licence look-up'],
  'radars.prime': ['Preparo de radar', 'Priming of a radar'],
  'radars.unlink': ['Retirada de radar', 'Removal of a radar'],
  'refresh.process': ['Atualização de processo', 'Refresh of a process'],
  'refresh.radar': ['Atualização de radar', 'Refresh of a radar'],
  'scr.run': ['Consulta de crédito', 'Credit look-up'],
};

/** Empty where there is no word yet; the job's own name stands beside it in any case. */
export function describeJob(language: Language, job: string): string {
  return JOBS[job]?.[language === 'en' ? 1 : 0] ?? '';
}

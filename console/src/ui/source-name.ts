import type { Language } from './language.ts';
import { sourceNameTexts } from './source-name-texts.ts';

/** A source that has no name here yet is called as the server calls it. */
export function nameSource(language: Language, source: string): string {
  const names: Readonly<Record<string, string>> = sourceNameTexts[language];
  return names[source] ?? source;
}

// Statements about tables whose names come from a definition take no parameters. `%I` is a quoted name or a list of them,
// `%T` a table of the stage, `%R` a served one, `%E` an expression that a definition holds as a constant.
import { escapeIdentifier } from 'pg';

const STAGE_SCHEMA = 'registry_stage';
export const LIVE_SCHEMA = 'registry';

type Word = string | readonly string[];

function quote(kind: string, word: Word): string {
  if (kind === 'E') {
    return typeof word === 'string' ? word : word.join(', ');
  }
  const names = (typeof word === 'string' ? [word] : word).map((name) => escapeIdentifier(name));
  const prefix = kind === 'T' ? `${STAGE_SCHEMA}.` : kind === 'R' ? `${LIVE_SCHEMA}.` : '';
  return names.map((name) => `${prefix}${name}`).join(', ');
}

export function sql(template: string, ...words: readonly Word[]): string {
  let next = 0;
  return template.replaceAll(/%([ITRE])/g, (_match, kind: string) => {
    const word = words[next];
    if (word === undefined) {
      throw new Error(`A word is missing in: ${template}`);
    }
    next += 1;
    return quote(kind, word);
  });
}

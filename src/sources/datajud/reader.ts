// Lines of search hits: one hit a line, or a whole answer as the API gave it.
import type { CaseIntake } from '../../features/cases/ports.ts';
import { FieldFault, fieldsOf, isFields, parseJsonLine } from '../../platform/json-lines/fields.ts';
import type { Fields } from '../../platform/json-lines/fields.ts';
import { mapHit } from './mapper.ts';

export function readHits(text: string, intake: CaseIntake): void {
  const line = fieldsOf(parseJsonLine(text), 'the line');
  if (line['_source'] !== undefined) {
    mapHit(line, intake);
    return;
  }
  if (line['error'] !== undefined)
    throw new FieldFault('the line is an error that the API answered, not a result');
  const { hits } = line;
  if (!isFields(hits) || !Array.isArray(hits['hits']))
    throw new FieldFault('the line is neither a hit nor an answer');
  warnOfGaps(line, intake);
  for (const [index, hit] of (hits['hits'] as unknown[]).entries()) readOneOfMany(hit, index, intake);
}

/** One bad hit must not cost the others of its answer. */
function readOneOfMany(hit: unknown, index: number, intake: CaseIntake): void {
  try {
    mapHit(fieldsOf(hit, 'the hit'), intake);
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error;
    intake.setAside(`hit ${index + 1}: ${error.message}`, JSON.stringify(hit));
  }
}

/** An answer with failed shards lacks cases that exist; its hits are right all the same. */
function warnOfGaps(answer: Fields, intake: CaseIntake): void {
  const shards = isFields(answer['_shards']) ? answer['_shards'] : {};
  if (answer['timed_out'] === true || (typeof shards['failed'] === 'number' && shards['failed'] > 0)) {
    intake.warn('an answer is not whole: the API timed out or lost shards; ask it again');
  }
}

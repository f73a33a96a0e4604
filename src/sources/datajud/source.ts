// The CNJ's public API of court metadata (Portaria CNJ 160/2020): no parties, no values, only public cases. Courts send
// daily to monthly, so a case may be weeks behind.
import type { CaseSource } from '../../features/cases/ports.ts';
import { SOURCE_NAME } from './mapper.ts';
import { readHits } from './reader.ts';

export const datajudSource: CaseSource = {
  name: SOURCE_NAME,
  description: "search hits of the CNJ's DataJud, one hit or one whole answer a line",
  // A file holds what was asked for, which need not be everything of a number.
  namesAllRecords: false,
  readLine: readHits,
};

// Licensed court data in our own format. Rhythm and licence are whatever the operator has agreed upon with the supplier.
import type { CaseSource } from '../../features/cases/ports.ts';
import { mapCaseLine, SOURCE_NAME } from './mapper.ts';

export const casesSource: CaseSource = {
  name: SOURCE_NAME,
  description: 'court cases with their parties, as NDJSON (docs/formats/case.schema.json)',
  namesAllRecords: true,
  readLine: mapCaseLine,
};

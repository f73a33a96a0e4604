// Notary protests in our own format, from whoever is allowed to pass them on (Law 9.492/1997, art. 29: only those that are
// not cancelled may be told, so a supplier must also report what ended).
import type { ProtestFileSource } from '../../features/debts/ports.ts';
import { mapProtestLine } from './mapper.ts';

export const protestsSource: ProtestFileSource = {
  name: 'protests',
  description: 'notary protests, as NDJSON (docs/formats/protest.schema.json)',
  mapLine: mapProtestLine,
};

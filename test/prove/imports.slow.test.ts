// The short form of what is done to imports, and the proof that a mixture would be seen. The database is that of the tests:
// it is the importers that die here, not the database.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createImportBed } from '../../src/platform/imports/fixtures/import-bed.ts';
import type { ImportBed } from '../../src/platform/imports/fixtures/import-bed.ts';
import { IMPORT_KILLS, killImports } from './import-kills.ts';
import type { ImportWork } from './import-kills.ts';
import { createRandom } from './random.ts';
import type { Seen } from './scenario.ts';

const SEED = 20_261_115;

describe('the registry is of one edition, whatever happens to imports', () => {
  let bed: ImportBed;
  before(async () => {
    bed = await createImportBed();
  });
  after(() => bed.close());

  async function run(wish: Pick<ImportWork, 'times' | 'isPlanted'>): Promise<Seen> {
    const { database, folder } = bed;
    const seen = await killImports({
      databaseUrl: database.url,
      folder,
      random: createRandom(SEED),
      ...wish,
    });
    seen.figures.forEach((figure) => console.log(figure));
    return seen;
  }

  it('when they are killed and run again', async () => {
    const { faults } = await run({ times: IMPORT_KILLS.times.short, isPlanted: false });
    assert.deepEqual(faults, []);
  });

  it('is not claimed when tables are served one after the other', async () => {
    const { faults } = await run({ times: 0, isPlanted: true });
    assert.ok(
      faults.some(({ detail }) => detail.includes('a reader saw')),
      'no mixture was found',
    );
  });
});

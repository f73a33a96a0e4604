// Licences, credit and documents stand nowhere in clear: not in a table, not in a file of the database or of its log of
// changes, not in the log of any process. The database has no population, whose documents are in the registry by right.
import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { withClient } from '../support/database.ts';
import { askForEverything } from './clear-values/asking.ts';
import { copyTables, readDataFiles, readLogs } from './clear-values/places.ts';
import { createSearch } from './clear-values/search.ts';
import type { ClearValue, Haystack, Hit } from './clear-values/search.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';
import { openWorld } from './world.ts';
import type { World } from './world.ts';

type Places = Iterable<Haystack> | AsyncIterable<Haystack>;

/** Nobody's; stands for what a careless change would leave. */
const PLANTED: ClearValue = { what: 'planted', value: 'LEVADO A CABO DE PROPOSITO' };

describe('what licences and credit leave behind', () => {
  let stage: Stage;
  let world: World;
  let values: ClearValue[];
  before(async () => {
    stage = await openStage({ keep: false });
    world = await openWorld(stage.cluster, {
      name: 'clear-values',
      bug: null,
      thieves: false,
      workers: { count: 1 },
      env: {
        FAROL_SANDBOX_POPULATION: 'none',
        FAROL_SOURCE_PROBE_SECONDS: '1',
        FAROL_LOG_LEVEL: 'debug',
      },
    });
    values = await askForEverything(world);
  });
  after(async () => {
    await world.close();
    await stage.close();
  });

  async function search(wanted: readonly ClearValue[], places: Places): Promise<Hit[]> {
    const searchOne = createSearch(wanted);
    const hits: Hit[] = [];
    let count = 0;
    let bytes = 0;
    for await (const haystack of places) {
      hits.push(...searchOne(haystack));
      count += 1;
      bytes += haystack.bytes.length;
    }
    assert.ok(count > 0 && bytes > 0, 'nothing was searched');
    console.log(
      `${wanted.length} values searched in ${count} places, ${(bytes / 1e6).toFixed(1)} MB: ${hits.length} hits`,
    );
    return hits;
  }

  it('is of every kind that the sources tell', () => {
    const kinds = new Set(values.map(({ what }) => what));
    for (const kind of [
      'document',
      'name',
      'motherName',
      'license',
      'formNumber',
      'renach',
      'amount',
      'signer',
    ]) {
      assert.ok(kinds.has(kind), `no ${kind} was told`);
    }
  });
  it('is in clear in no table', async () => {
    assert.deepEqual(await search(values, await copyTables(world)), []);
  });
  it('is in clear in no file of the database', async () => {
    assert.deepEqual(await search(values, readDataFiles(world)), []);
  });
  it('is in clear in no log', async () => {
    assert.deepEqual(await search(values, readLogs(world)), []);
  });

  it('would be found in tables and files, however it was written', async () => {
    await withClient(world.databaseUrl, async (client) => {
      await client.query('create table farol.planted (clear text, packed bytea, wide bytea, coded text)');
      const { value } = PLANTED;
      const coded = Buffer.from(`${value}!`).toString('base64');
      await client.query('insert into farol.planted values ($1, $2, $3, $4)', [
        value,
        Buffer.from(value),
        Buffer.from(value, 'utf16le'),
        coded,
      ]);
    });
    const encodings = (hits: readonly Hit[], place: RegExp): string[] =>
      [...new Set(hits.filter((hit) => place.test(hit.place)).map(({ encoding }) => encoding))].toSorted();
    const copied = await search([PLANTED], await copyTables(world));
    assert.deepEqual(encodings(copied, /^table farol\.planted$/), [
      'base64 of utf8',
      'hex of UTF-16',
      'hex of utf8',
      'utf8',
    ]);
    const stored = await search([PLANTED], readDataFiles(world));
    const plain = ['UTF-16', 'base64 of utf8', 'utf8'];
    assert.deepEqual(encodings(stored, /^file base\//), plain);
    assert.deepEqual(encodings(stored, /^file pg_wal\//), plain);
  });
  it('would be found in logs', async () => {
    const line = Buffer.from(`said ${PLANTED.value}`).toString('base64');
    await appendFile(world.workerLog, `${line}\n`);
    const hits = await search([PLANTED], readLogs(world));
    assert.deepEqual(
      hits.map(({ encoding }) => encoding),
      ['base64 of utf8'],
    );
  });
});

// A radar is added and primed while an import is under way: whatever comes first, each case is told once, by the one or by
// the other.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { holdCaseNews } from '../../src/features/cases/index.ts';
import type { ChangeWatcher } from '../../src/platform/imports/definition.ts';
import { watch } from '../../src/platform/imports/fixtures/watchers.ts';
import { withClient } from '../support/database.ts';
import { caseLine, CPF, ndjson, NUMBER } from './fixtures/lines.ts';
import { createRadarBed, typesOf } from './fixtures/radar-bed.ts';
import type { RadarBed } from './fixtures/radar-bed.ts';

const POLL_MS = 10;
const UNPRIMED = { primed_at: null };

/** What priming does, as far as others have to do with it: it is told which cases there are. */
class Priming {
  numbers: string[] = [];
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async begin(): Promise<void> {
    await this.#client.query('begin');
    await this.#client.query('set local role farol_operator');
    const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
      (await this.#client.query(text, [...values])).rows as Row[];
    await holdCaseNews({ query });
    const rows = await query<{ number: string }>(
      'select number from registry.case_parties where root = $1 and is_countable',
      [CPF],
    );
    this.numbers = rows.map(({ number }) => number);
  }

  async end(): Promise<void> {
    await this.#client.query('update farol.radars set primed_at = now() where primed_at is null');
    await this.#client.query('commit');
  }
}

describe('priming and an import at the same time', () => {
  let radars: RadarBed;
  before(async () => {
    radars = await createRadarBed();
  });
  after(() => radars.close());
  afterEach(() => radars.clear());

  const importCase = (watchers: readonly ChangeWatcher[] = radars.watchers): Promise<void> =>
    radars.importFiles('cases', [radars.bed.file('case.ndjson', ndjson(caseLine()))], { watchers });
  const somebodyWaits = async (): Promise<void> => {
    const waiting = `select from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and not l.granted and a.datname = current_database()`;
    while ((await radars.bed.query(waiting)).length === 0) await sleep(POLL_MS);
  };
  /** The import stands between matching and its commit until it is let go. */
  const importAndHold = async (): Promise<() => Promise<void>> => {
    const matched = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const hold = watch({}, async () => {
      matched.resolve();
      await released.promise;
    });
    const running = importCase([...radars.watchers, hold]);
    await Promise.race([matched.promise, running]);
    return async () => {
      released.resolve();
      await running;
    };
  };
  const withPriming = (work: (priming: Priming) => Promise<void>): Promise<void> =>
    withClient(radars.bed.database.url, (client) => work(new Priming(client)));

  it('an import that found the radar unprimed leaves its case to the priming, which waits for it', () =>
    withPriming(async (priming) => {
      await radars.addRadar(1, CPF, UNPRIMED);
      const letGo = await importAndHold();
      const beginning = priming.begin();
      await somebodyWaits();
      await letGo();
      await beginning;
      await priming.end();
      assert.deepEqual(priming.numbers, [NUMBER]);
      assert.deepEqual(await radars.takeEvents(), []);
    }));

  it('a radar that is added after the import looked is primed with what the import brought', () =>
    withPriming(async (priming) => {
      const letGo = await importAndHold();
      await radars.addRadar(1, CPF, UNPRIMED);
      const beginning = priming.begin();
      await somebodyWaits();
      await letGo();
      await beginning;
      await priming.end();
      assert.deepEqual(priming.numbers, [NUMBER]);
      assert.deepEqual(await radars.takeEvents(), []);
    }));

  it('an import waits for a priming that has read already, and tells what it brings', () =>
    withPriming(async (priming) => {
      await radars.addRadar(1, CPF, UNPRIMED);
      await priming.begin();
      const running = importCase();
      await somebodyWaits();
      await priming.end();
      await running;
      assert.deepEqual(priming.numbers, []);
      assert.deepEqual(typesOf(await radars.takeEvents()), ['1 case.new']);
    }));

  it('a radar that is added and primed while the import writes hears of the case from the import', () =>
    withPriming(async (priming) => {
      await priming.begin();
      const running = importCase();
      await somebodyWaits();
      await radars.addRadar(1, CPF, UNPRIMED);
      await priming.end();
      await running;
      assert.deepEqual(priming.numbers, []);
      assert.deepEqual(typesOf(await radars.takeEvents()), ['1 case.new']);
    }));

  it('what the priming told is not told again', () =>
    withPriming(async (priming) => {
      await radars.addRadar(1, CPF, UNPRIMED);
      await importCase();
      assert.deepEqual(await radars.takeEvents(), [], 'left to the priming');
      await priming.begin();
      await priming.end();
      assert.deepEqual(priming.numbers, [NUMBER]);
      await importCase();
      assert.deepEqual(await radars.takeEvents(), [], 'told already');
    }));
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startAnalysisApi } from '../../../test/support/analyses.ts';
import type { AnalysisApi, AnalysisIds } from '../../../test/support/analyses.ts';
import { bearer, logIn } from '../../../test/support/api.ts';
import { addCompany, addImported, addPartner } from '../../../test/support/registry-rows.ts';
import { CAPS } from './drawing.ts';
import type { GraphWire } from './schemas.ts';

const ROOT = '11222333';
const CNPJ = `${ROOT}000181`;
const CASES = 100_000;
const NEIGHBOURS = 60;
const LONGEST_MS = 1000;

const NUMBER = `lpad(n::text, 9, '0') || '20248260001'`;

/** A bank with its subsidiaries, the first of which stands in all of its cases, the others in two thousand each. */
async function addHub({ database }: AnalysisApi): Promise<void> {
  await addImported(database, 'cases', 'receita');
  await addCompany(database, { root: ROOT, name: 'BANCO INVENTADO SA' });
  for (let index = 0; index < NEIGHBOURS; index += 1) {
    const root = String(20_000_000 + index);
    await addCompany(database, { root, name: `SUBSIDIARIA ${index}` });
    await addPartner(database, { root, name: 'BANCO INVENTADO SA', document: CNPJ });
  }
  const party = (root: string, from: number, until: number): Promise<unknown> =>
    database.admin(
      `insert into registry.case_parties (root, number, document, is_countable, side, is_debtor_side, class_code, natures,
         traits, is_active, outcome, value, facts_version, fetched_at)
       select '${root}', ${NUMBER}, '${root}000181', true, 'PASSIVE', true, 159, 1, 0, true, 0, 10, 1, now()
       from generate_series(${from}, ${until}) n`,
    );
  await party(ROOT, 1, CASES);
  await party('20000000', 1, CASES);
  for (let index = 1; index < NEIGHBOURS; index += 1) {
    await party(String(20_000_000 + index), index * 1500, index * 1500 + 2000);
  }
  await database.admin(
    `insert into registry.case_records (number, source, degree, record_key, class_code, secrecy, parties, fetched_at)
     select ${NUMBER}, 'cases', 'G1', '', 159, 0,
       '[{"document": "${CNPJ}", "name": "BANCO INVENTADO SA", "side": "PASSIVE", "role": "PARTY"},
         {"document": "20000000000181", "name": "SUBSIDIARIA 0", "side": "ACTIVE", "role": "PARTY"}]'::jsonb, now()
     from generate_series(1, ${CASES}) n`,
  );
}

async function freeze({ database }: AnalysisApi, { analysisId }: AnalysisIds): Promise<void> {
  await database.admin(
    `insert into farol.analysis_cases (organization_id, analysis_id, run, number, side, is_debtor_side, is_by_mask, is_active,
       class_code, natures, traits, outcome, keys, value, moved_on, fetched_at, reasons)
     select 1, ${analysisId}, 1, ${NUMBER}, 'PASSIVE', true, false, true, 159, 1, 0, 0, 1 | 2 | 4 | 16384, 10,
       date '2020-01-01' + n % 2000, now(), '[{"rule": "execution", "facts": {}}]'::jsonb
     from generate_series(1, ${CASES}) n`,
  );
  const line = `jsonb_build_object('totalProcess', ${CASES}, 'vltotalProcess', '1000000.00')`;
  await database.admin(
    `update farol.analyses set status = 'DONE', status_index = 'DONE', frozen_run = 1, rules_version = 1,
       summary = jsonb_build_object('ALL', ${line})::text
     where id = ${analysisId}`,
  );
}

describe('the graph of a hub with 100,000 cases', () => {
  let test: AnalysisApi;
  let demo = '';
  let ids: AnalysisIds = { analysisId: 0, uniqueId: 0 };
  before(async () => {
    test = await startAnalysisApi({ hasPopulation: false, env: { FAROL_STATEMENT_TIMEOUT_MS: '60000' } });
    demo = (await logIn(test)).token;
    await addHub(test);
    ids = await test.create(demo, CNPJ);
    await freeze(test, ids);
  });
  after(() => test.close());

  it('answers within a second and within its caps', async (context) => {
    for (const depth of [1, 2, 3]) {
      const times: number[] = [];
      let graph: GraphWire | null = null;
      // Other tests keep the machine busy: the best of a few is what the program takes.
      for (let round = 0; round < 3; round += 1) {
        const startedAt = performance.now();
        const response = await test.inject({
          url: `/v1/holder/1/organization/1/consumeunique/${ids.uniqueId}/analytics/${ids.analysisId}/graph?depth=${depth}`,
          headers: bearer(demo),
        });
        times.push(performance.now() - startedAt);
        graph = response.json<GraphWire>();
      }
      context.diagnostic(`depth ${depth}: ${times.map((ms) => Math.round(ms)).join(', ')} ms`);
      assert.ok(Math.min(...times) <= LONGEST_MS, times.join(' '));
      const [hub] = graph?.nodes ?? [];
      assert.deepEqual(
        [hub?.totalLinks, hub?.shownLinks, hub?.isCapped],
        [CASES + NEIGHBOURS, CAPS.cases + CAPS.neighbours, true],
      );
      assert.ok((graph?.nodes.length ?? 0) <= CAPS.nodes && (graph?.edges.length ?? 0) <= CAPS.edges);
    }
  });
});

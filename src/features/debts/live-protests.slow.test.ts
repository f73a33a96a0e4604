import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noteCanary } from '../../../test/support/canaries.ts';
import { startLiveSources } from '../../../test/support/live-sources.ts';
import { LIVE_DOCUMENTS, TEST_DOCUMENTS } from '../../../test/support/sandbox.ts';
import { documentType } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { refreshProtests } from './live-protests.ts';
import { listProtests } from './protest-queries.ts';

const PROTESTED = TEST_DOCUMENTS.find(({ key }) => key === 'protests')?.document as Document;
const NOBODY = LIVE_DOCUMENTS.find(({ effect }) => effect === 'NOT_FOUND')?.document as Document;
const WRONG = LIVE_DOCUMENTS.find(({ effect }) => effect === 'WRONG_PERSON')?.document as Document;
noteCanary(PROTESTED, NOBODY, WRONG);

const live = await startLiveSources();

describe('protests of a document, from the source into the registry', () => {
  const refresh = (document: Document) =>
    refreshProtests(
      { source: live.protests, merger: live.merger },
      { doc: { kind: documentType(document), value: document } },
    );
  const list = (document: Document) =>
    live.database.transaction(NO_SCOPE, (tx) => listProtests(tx, document));

  it('are the live ones of the files, and one of them has no value', async () => {
    assert.equal((await refresh(PROTESTED)).kind, 'ready');
    const { outcome, count, totalValue, protests, checked } = await list(PROTESTED);
    assert.deepEqual([outcome, count, totalValue], ['FOUND', 2, '1250.00']);
    assert.deepEqual(new Set(protests.map(({ value }) => value)), new Set(['1250.00', null]));
    assert.deepEqual(checked[0]?.coverage, ['SP']);
  });

  it('appear when time goes by and are gone when the notaries do not name them any more', async () => {
    live.world.travelTo('2029-01-31');
    await refresh(PROTESTED);
    assert.ok((await list(PROTESTED)).count > 2);
    live.world.travelTo(null);
    await refresh(PROTESTED);
    assert.equal((await list(PROTESTED)).count, 2);
  });

  it('are none where the notaries say so, and not checked where they could not be asked', async () => {
    assert.equal((await refresh(NOBODY)).kind, 'empty');
    assert.equal((await list(NOBODY)).outcome, 'NOTHING_FOUND');
    const wrong = await refresh(WRONG);
    assert.ok(wrong.kind === 'failed' && wrong.fault.vendorCode === 'SUBJECT_MISMATCH');
    assert.equal((await list(WRONG)).outcome, 'NOT_CHECKED');
    assert.equal(live.world.calls().infosimples.documents[WRONG], 1);
  });
});

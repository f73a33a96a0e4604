import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { noteCanary } from '../support/canaries.ts';
import { makeDataFolder, processesOf, startProduct, waitUntil } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { createOriginClient } from './origin-client.ts';
import type { Body, OriginClient } from './origin-client.ts';
import * as shapes from './origin-shapes.ts';
import { PROCESS, WATCHED } from './process-shapes.ts';

/** Of the sandbox: entries in all registers of debt; the lowest of three companies; one execution; a licence and credit. */
const [OWING, OWNED, SUED, LICENSED] = ['90000022000144', '90000031000135', '90000000337', '90010020055'];
const LOADED_WITHIN_MS = 240_000;
const PLACE = '/v1/holder/1/organization/1';
const who = { holderId: 1, organizationId: 1 };

/** Of a first start with its demo, over real sockets: nothing is prepared but what `npm start` brings. */
describe('a client of the described service', () => {
  const folder = makeDataFolder();
  let product: Product;
  let client: OriginClient;
  before(async () => {
    noteCanary(OWING, OWNED, SUED, LICENSED);
    product = await startProduct({ FAROL_DATA_DIR: folder.path, FAROL_SANDBOX_POPULATION: 'small' });
    client = createOriginClient(product.url);
    const loaded = () => Promise.resolve(product.output().includes('The sandbox is loaded'));
    await waitUntil('the sandbox is loaded', loaded, LOADED_WITHIN_MS);
  });
  after(async () => {
    await product.stop();
    assert.deepEqual(processesOf(folder.path), []);
    folder.remove();
  });

  const look = (path: string): Promise<Response> =>
    fetch(product.url + path, { headers: { authorization: `Bearer ${client.bearer}` } });

  /** The analysis and where its details are, once it is done. */
  async function analyse(documentNumber: string): Promise<{ register: Body; place: string }> {
    const { result } = await client.ask<{ result: Body }>({
      method: 'POST',
      path: '/v2/analytics',
      body: {
        ...who,
        planId: 1,
        documentType: documentNumber.length === 11 ? 'CPF' : 'CNPJ',
        documentNumber,
      },
      shape: shapes.CREATED,
    });
    const { userPlanConsumeUniqueId: uniqueId, userPlanConsumeAnalyticsId: id } = result;
    const consult = {
      method: 'POST',
      path: `/v2/analytics/${String(id)}`,
      body: { ...who, userPlanConsumeUniqueId: uniqueId },
      shape: shapes.CONSULTED,
    };
    const isDone = ({ register }: Body): boolean => (register as Body)['status'] === 'DONE';
    const register = (await client.poll(consult, isDone))['register'] as Body;
    return { register, place: `${PLACE}/consumeunique/${String(uniqueId)}/analytics/${String(id)}` };
  }

  it('logs in, refreshes, and reads its balance', async () => {
    const body = { email: 'demo@example.com', password: 'farol-demo-2026' };
    const tokens = await client.ask({ method: 'POST', path: '/v1/login', body, shape: shapes.LOG_IN });
    const { email, username, token, refreshToken } = tokens as Record<string, string>;
    noteCanary(token ?? '', refreshToken ?? '');
    client.bearer = token ?? '';
    const refresh = { email, username, refreshToken };
    const refreshed = await client.ask({
      method: 'POST',
      path: '/v1/refreshtoken',
      body: refresh,
      shape: shapes.REFRESH,
    });
    client.bearer = String(refreshed['token']);
    noteCanary(client.bearer);
    await client.ask({ path: `${PLACE}/balance`, shape: shapes.BALANCE });
  });

  it('has a document analysed, fetches both spreadsheets, and reads what stands behind the numbers', async () => {
    const { register, place } = await analyse(OWING);
    for (const address of ['urlTempFull', 'urlTemp']) {
      const bytes = await client.download(String(register[address]));
      assert.equal(bytes.subarray(0, 2).toString(), 'PK');
    }
    const debtorId = String(register['userPlanConsumeGovernmentDebtorSummaryId']);
    const debtor = `${place}/debtor/${debtorId}/detail?page=1&size=10`;
    await client.ask({ path: debtor, shape: shapes.DEBTOR });
    await client.ask({ path: `${place}/history-rfb/detail?page=1`, shape: shapes.HISTORY });
    await client.ask({ path: `${place}/activity-indicator/detail`, shape: shapes.ACTIVITY });
    const printed = await look(`${place}/report?format=pdf`);
    assert.equal(
      Buffer.from(await printed.arrayBuffer())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    );
  });

  it('climbs from a company to whoever stands behind it', async () => {
    const { place } = await analyse(OWNED);
    for (const level of ['1st-LEVEL', '2nd-LEVEL', '3rd-LEVEL']) {
      await client.ask({ path: `${place}/qsa?level=${level}`, shape: shapes.QSA });
    }
    const relationships = `/v1/organizations/1/qsa/${OWNED}`;
    await client.ask({ method: 'POST', path: relationships, shape: shapes.RELATIONSHIPS });
    await client.ask({ method: 'POST', path: relationships, body: {}, shape: shapes.RELATIONSHIPS });
  });

  it('lists what it has used, and counts the cases of a document', async () => {
    const listed = await client.ask({ path: `${PLACE}/activities`, shape: shapes.ACTIVITIES });
    assert.equal(listed['total'], 2);
    const wanted = { documentType: 'CNPJ', documentNumber: OWING };
    const path = `${PLACE}/partner/process`;
    await client.ask({ method: 'POST', path, body: wanted, shape: shapes.PROCESS_COUNT });
  });

  it('watches a document, and stops watching one of its processes', async () => {
    const body = { name: 'Um radar', code: SUED, type: 'CPF' };
    await client.ask({ method: 'POST', path: '/v1/organization/1/radar', body, shape: shapes.RADAR });
    const processes = {
      path: '/v1/organization/1/processes',
      shape: { processes: { listOf: 'object', least: 0 }, next: 'text' },
    } as const;
    const isMatched = ({ processes: found }: Body): boolean => (found as Body[]).length > 0;
    const [process] = (await client.poll(processes, isMatched))['processes'] as Body[];
    const radars = '/v2/organizations/1/radars?order=ASC';
    await waitUntil('the radar is primed', async () =>
      /"preProcessedAt":"/.test(await (await look(radars)).text()),
    );
    await client.ask({ path: radars, shape: shapes.RADARS });
    const inactive = `/v1/organization/1/process/${String(process?.['processNumber'])}/INACTIVE`;
    await client.ask({ method: 'PUT', path: inactive, shape: shapes.INACTIVATED });
    await client.ask({ method: 'PUT', path: inactive, body: {}, shape: shapes.INACTIVATED });
    const unknown = `/v1/organization/1/process/${'9'.repeat(20)}/INACTIVE`;
    await client.ask({ method: 'PUT', path: unknown, shape: shapes.REFUSED, status: 404 });
  });

  it('watches one process by its number, with and without a slash at the end, and reads what is told of it', async () => {
    const listed = await client.ask<{ processes: Body[] }>({
      path: '/v1/organization/1/processes',
      shape: { processes: { listOf: 'object', least: 1 }, next: 'text' },
    });
    const number = String(listed.processes[0]?.['processNumber']);
    const watch = `/v2/importProcess/1/${number}`;
    const revived = await client.ask({
      method: 'POST',
      path: `${watch}/?document=${SUED}`,
      shape: WATCHED,
    });
    assert.equal((revived['process'] as Body)['status'], 'ACTIVE', 'it was inactive');
    await client.ask({ method: 'POST', path: `${watch}?document=`, body: {}, shape: WATCHED });
    const told = await client.ask({ path: `/v1/process/1/${number}`, shape: PROCESS });
    assert.equal(told['status'], 'ACTIVE');
    const bad = await client.ask({
      method: 'POST',
      path: '/v2/importProcess/1/123/?document=',
      shape: WATCHED,
    });
    assert.equal((bad['process'] as Body)['status'], 'INVALID');
  });

  it('looks up a licence by its request and by its CPF', async () => {
    const body = { organizationId: 1, document: LICENSED };
    const path = '/v1/cnh';
    const { requestId } = await client.ask({ method: 'POST', path, body, shape: shapes.CNH, status: 201 });
    const place = '/v1/cnh/organizations/1';
    const request = { path: `${place}/request/${String(requestId)}`, shape: shapes.CNH };
    await client.poll(request, ({ status }) => status === 'DONE');
    await client.ask({ path: `${place}/document/${LICENSED}`, shape: shapes.CNH });
    await client.ask({ path: `${place}/document/${SUED}`, shape: shapes.REFUSED, status: 404 });
  });

  it('reads the credit register, and what it says when it cannot', async () => {
    const path = `/v1/scr/indicators/${LICENSED}`;
    await client.ask({ path, shape: shapes.SCR_STATUS, status: 202 });
    await waitUntil('the register has answered', async () => (await look(path)).status === 200);
    await client.ask({ path, shape: shapes.SCR_FOUND });
    await client.ask({ path: '/v1/scr/indicators/123', shape: shapes.SCR_STATUS, status: 400 });
    client.bearer = 'none';
    await client.ask({ path, shape: shapes.SCR_REFUSED, status: 401 });
  });
});

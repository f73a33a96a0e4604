// Driver licences on the bench: units that no run uses up, and one licence to be read. Their source is named so that
// requests are taken, and never asked: there is no worker beside the API that is measured.
import type { Config } from '../src/config.ts';
import { connect } from '../src/connect.ts';
import { sealRecord } from '../src/features/driver-licences/index.ts';
import * as plans from '../src/features/plans/index.ts';
import { hashDocument } from '../src/platform/crypto/document-hash.ts';
import { createKeyring, readKeyFile } from '../src/platform/crypto/keyring.ts';
import { withClient } from '../src/platform/db/client.ts';
import { NO_SCOPE } from '../src/platform/db/scope.ts';
import { createLog } from '../src/platform/log.ts';
import { KNOWN_CPF, KNOWN_LICENCE } from './rows.ts';

export const LICENCE_SETTINGS = {
  FAROL_CNH_SOURCE: 'senatran',
  FAROL_SENATRAN_URL: 'http://127.0.0.1:9',
  FAROL_SENATRAN_OPERATOR_CPF: KNOWN_CPF,
};

const UNITS = 1_000_000_000;

/** As large as what the source usually tells. */
const LICENCE = {
  basis: 'REPORTED',
  name: 'PESSOA INVENTADA DA SILVA',
  motherName: 'OUTRA PESSOA INVENTADA DA SILVA',
  birthDate: '1990-01-01',
  license: '01234567890',
  formNumber: '1234567890',
  renach: 'SP123456789',
  category: 'AB',
  firstLicenseOn: '2010-01-01',
  issuedOn: '2024-01-01',
  expiresOn: '2034-01-01',
  issuerUf: 'SP',
  situation: 'ISSUED',
  situationText: 'EMITIDA',
  paidDriver: true,
  restrictions: ['A'],
  impediment: false,
  checks: [],
};

export async function plantLicence(config: Config, databaseUrl: string): Promise<void> {
  const keyring = createKeyring(readKeyFile(config.keyFile));
  const row = { organizationId: 1, id: KNOWN_LICENCE };
  const record = { document: KNOWN_CPF, data: JSON.stringify(LICENCE) };
  await withClient(databaseUrl, 'bench', (client) =>
    client.query(
      `insert into farol.licence_requests (organization_id, id, document_hash, wrapped_record, status)
       values ($1, $2, $3, $4, 'DONE')`,
      [row.organizationId, row.id, hashDocument(keyring, KNOWN_CPF), sealRecord(keyring, row, record)],
    ),
  );
  const log = createLog({ level: 'silent', process: 'bench' });
  const operator = connect({ config, databaseUrl, log }, 'farol_operator', 'bench');
  try {
    await operator.transaction(NO_SCOPE, (tx) =>
      plans.grantUnits(tx, { organizationId: 1, planId: 1, units: UNITS }),
    );
  } finally {
    await operator.close();
  }
}

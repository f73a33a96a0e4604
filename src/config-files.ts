// The settings of the file store, where spreadsheets are kept.
import { AddressFault, parseBaseAddress } from './platform/outbound/base-address.ts';
import type { BaseAddress } from './platform/outbound/base-address.ts';
import * as kind from './platform/settings.ts';
import type { Setting } from './platform/settings.ts';

const named = (name: string, sentence: string): { name: string; sentence: string } => ({ name, sentence });

function parseAddress(raw: string): BaseAddress {
  try {
    return parseBaseAddress(raw);
  } catch (error) {
    throw error instanceof AddressFault ? new kind.SettingFault(error.message) : error;
  }
}

const s3Url: Setting<BaseAddress> = {
  ...named('FAROL_S3_URL', 'Address of the S3-compatible store; http only on a loopback address.'),
  kind: 'https address',
  fallback: 'https://s3.sa-east-1.amazonaws.com',
  secret: false,
  parse: parseAddress,
};

/** S3's rules for buckets; also what callers see. */
const filesBucket: Setting<string> = {
  ...named('FAROL_FILES_BUCKET', 'Name of the bucket, as callers see it; in a folder it is only a name.'),
  kind: '3 to 63 small letters, digits, dots and hyphens',
  fallback: 'farol',
  secret: false,
  parse: (raw) => {
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(raw)) {
      throw new kind.SettingFault('must be 3 to 63 small letters, digits, dots and hyphens');
    }
    return raw;
  },
};

export const fileSettings = {
  filesStore: kind.choice(
    named('FAROL_FILES_STORE', 'Where spreadsheets are kept: a folder, or an S3-compatible store.'),
    'folder',
    ['folder', 's3'],
  ),
  filesDir: kind.text(
    named(
      'FAROL_FILES_DIR',
      'The folder; api and worker on several machines need a shared one. With S3, what is being uploaded. By default in the data folder.',
    ),
    '',
  ),
  filesBucket,
  s3Url,
  s3Region: kind.text(named('FAROL_S3_REGION', 'Region that requests are signed for.'), 'sa-east-1'),
  s3KeyId: kind.secret(named('FAROL_S3_KEY_ID', 'Id of the access key.')),
  s3SecretKey: kind.secret(named('FAROL_S3_SECRET_KEY', 'Secret that goes with it.')),
  s3CaFile: kind.text(
    named('FAROL_S3_CA_FILE', 'PEM certificates to trust at the store instead of the usual ones.'),
    '',
  ),
};

// Settings that are each right and together wrong.
import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';

type Judged = {
  host: string;
  behindTlsProxy: boolean;
  tlsCertificateFile: string;
  tlsKeyFile: string;
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  databaseUrl: object | null;
  migrationUrl: object | null;
  senatranCertificateFile: string;
  senatranKeyFile: string;
  senatranCaFile: string;
  celcoinCertificateFile: string;
  celcoinKeyFile: string;
  filesStore: 'folder' | 's3';
  s3KeyId: object | null;
  s3SecretKey: object | null;
  s3CaFile: string;
  juditCallbackSecret: { reveal(): string } | null;
};

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

export function contradictions(values: Judged, projectDir: string): string[] {
  const faults: string[] = [];
  const tls = values.tlsCertificateFile !== '' && values.tlsKeyFile !== '';
  if (!tls && (values.tlsCertificateFile !== '' || values.tlsKeyFile !== '')) {
    faults.push('FAROL_TLS_CERTIFICATE_FILE and FAROL_TLS_KEY_FILE go together: set both or neither.');
  }
  if (!tls && !values.behindTlsProxy && !isLoopback(values.host)) {
    faults.push(
      'FAROL_HOST is a public address, and plain HTTP would carry personal data in clear: give a certificate ' +
        '(FAROL_TLS_CERTIFICATE_FILE, FAROL_TLS_KEY_FILE), or set FAROL_BEHIND_TLS_PROXY=on when a proxy ends TLS.',
    );
  }
  for (const [name, file] of [
    ['FAROL_TLS_CERTIFICATE_FILE', values.tlsCertificateFile],
    ['FAROL_TLS_KEY_FILE', values.tlsKeyFile],
    ['FAROL_SENATRAN_CERTIFICATE_FILE', values.senatranCertificateFile],
    ['FAROL_SENATRAN_KEY_FILE', values.senatranKeyFile],
    ['FAROL_SENATRAN_CA_FILE', values.senatranCaFile],
    ['FAROL_CELCOIN_CERTIFICATE_FILE', values.celcoinCertificateFile],
    ['FAROL_CELCOIN_KEY_FILE', values.celcoinKeyFile],
    ['FAROL_S3_CA_FILE', values.s3CaFile],
  ] as const) {
    if (file !== '' && !isReadable(resolve(projectDir, file))) {
      faults.push(`${name} names a file that cannot be read.`);
    }
  }
  if (values.refreshTokenSeconds < values.accessTokenSeconds) {
    faults.push('FAROL_REFRESH_TOKEN_SECONDS must not be less than FAROL_ACCESS_TOKEN_SECONDS.');
  }
  const { juditCallbackSecret: secret } = values;
  if (secret !== null && !/^[A-Za-z0-9]{32,128}$/.test(secret.reveal())) {
    faults.push('FAROL_JUDIT_CALLBACK_SECRET must be 32 to 128 letters and digits.');
  }
  if (values.migrationUrl !== null && values.databaseUrl === null) {
    faults.push('FAROL_MIGRATION_URL is for your own database: set FAROL_DATABASE_URL too.');
  }
  if (values.filesStore === 's3' && (values.s3KeyId === null || values.s3SecretKey === null)) {
    faults.push('FAROL_FILES_STORE is s3, which needs FAROL_S3_KEY_ID and FAROL_S3_SECRET_KEY.');
  }
  return faults;
}

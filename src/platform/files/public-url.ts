import type { Config } from '../../config.ts';

/** Where callers reach the API: as configured, else where it listens. Never what a caller says. */
export function publicUrlOf({ publicUrl, host, port, tlsCertificateFile }: Config): string {
  if (publicUrl !== '') return publicUrl;
  const scheme = tlsCertificateFile === '' ? 'http' : 'https';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

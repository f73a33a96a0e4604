// docs/generated/configuration.md, from the table of settings.
import { settings } from '../src/config.ts';
import type { Setting } from '../src/platform/settings.ts';

function row({ name, kind, fallback, sentence, secret }: Setting<unknown>): string {
  const shown = fallback === '' ? 'none' : `\`${fallback}\``;
  const where = secret ? ` May be given as a file named in \`${name}_FILE\`.` : '';
  return `| \`${name}\` | ${kind} | ${shown} | ${sentence}${where} |`;
}

export function describeConfiguration(): string {
  return [
    '# Configuration',
    '',
    'Every setting is an environment variable. All faults are reported together when a process starts; a variable that',
    'starts with `FAROL_` and is not listed here is a fault too. Secrets print as `***`.',
    '',
    '| setting | kind | default | what it does |',
    '|---|---|---|---|',
    ...Object.values<Setting<unknown>>(settings).map(row),
    '',
  ].join('\n');
}

// What `npm start` says when everything runs: what to open, how to log in, what to try next.
import { styleText } from 'node:util';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../demo.ts';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function bold(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}

export function describeNotices(notices: readonly string[]): void {
  notices.forEach(say);
}

/** Of docs/sandbox.md. */
const TRY_DOCUMENTS = [
  ['90000000337', 'a person who is sued for a debt'],
  ['90000002119', 'a person with protests'],
  ['90000027000177', 'a company with branches and partners'],
] as const;

export type Start = {
  demo: boolean;
  population: 'none' | 'loading' | 'there';
  /** Where the played sources listen; null when they are not used. */
  sandbox: string | null;
  seconds: number;
};

function describePopulation(population: Start['population']): void {
  if (population === 'none') return;
  TRY_DOCUMENTS.forEach(([document, what]) => say(`  npx farol dossier ${document.padEnd(14)}   ${what}`));
  say('');
  say(
    population === 'loading'
      ? 'The sandbox of invented people and companies is being loaded, which takes some seconds.'
      : 'The sandbox of invented people and companies is described in docs/sandbox.md.',
  );
}

export function describeSandboxLoaded(seconds: number): void {
  say(`The sandbox is loaded (in ${seconds.toFixed(1)} s); docs/sandbox.md has more documents to try.`);
}

export function describeStart(address: string, start: Start): void {
  say('');
  say(`${bold('Farol is running')} (started in ${start.seconds.toFixed(1)} s)`);
  say(`  Console    ${bold(address)}   open it in a browser`);
  say(`  API        ${address}`);
  say(`  Reference  ${bold(`${address}/docs`)}   try every call in the browser`);
  say(`  Health     ${address}/health/ready`);
  if (start.sandbox !== null) {
    say(`  Sandbox    ${start.sandbox}   plays the sources: invented people, no real look-ups`);
  }
  if (start.demo) {
    say(`  Log-in     ${bold(DEMO_EMAIL)} / ${bold(DEMO_PASSWORD)}`);
    say('');
    say('Try next:');
    say(`  curl -s ${address}/v1/login -H 'content-type: application/json' \\`);
    say(`    -d '{"email":"${DEMO_EMAIL}","password":"${DEMO_PASSWORD}"}'`);
    say(`  curl -s ${address}/v1/holder/1/organization/1/balance -H "authorization: Bearer TOKEN"`);
    say(
      `  curl -s ${address}/v2/analytics -H 'content-type: application/json' -H "authorization: Bearer TOKEN" \\`,
    );
    say(
      `    -d '{"holderId":1,"organizationId":1,"planId":1,"documentType":"CPF","documentNumber":"90000000337"}'`,
    );
    if (start.sandbox !== null) {
      say(
        `  curl -s ${address}/v1/cnh -H 'content-type: application/json' -H "authorization: Bearer TOKEN" \\`,
      );
      say(`    -d '{"organizationId":1,"document":"900.100.200-55"}'`);
    }
    describePopulation(start.population);
  } else {
    say('  Log-in     make a user with "npx farol user create --help"');
  }
  say('');
  say('Stop with Ctrl-C.');
}

// The load generator: Debian's wrk, one thread, 64 connections that stay open.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './processes.ts';
import { parseWrkOutput } from './wrk-output.ts';
import type { WrkResult } from './wrk-output.ts';

const THREADS = 1;
const CONNECTIONS = 64;
/** Longer than a run: a slow answer shows in the latencies, and only a broken connection is an error. */
const TIMEOUT_SECONDS = 60;

export type Request = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON text makes the request a POST. */
  readonly body: string | null;
};

/** What hinders a measurement, as a sentence; null when wrk is there. */
export async function ensureWrk(say: (line: string) => void): Promise<string | null> {
  if (await hasWrk()) return null;
  if (process.getuid?.() !== 0) {
    return 'The bench needs the load generator wrk: install it ("sudo apt-get install wrk") and start again.';
  }
  say('Installing the load generator wrk with apt-get.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update', '-qq'], { env });
  const { output } = await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'wrk'], {
    env,
  });
  if (await hasWrk()) return null;
  return `The bench needs the load generator wrk, and apt-get could not install it:\n${output.trim()}`;
}

/** wrk ends with 1 after telling its version, so only "cannot be started" counts. */
async function hasWrk(): Promise<boolean> {
  return (await runCommand('wrk', ['-v'])).code !== 127;
}

export type Wrk = (request: Request, seconds: number) => Promise<WrkResult>;

/** `folder` takes the scripts by which wrk learns of bodies. */
export function createWrk(folder: string): Wrk {
  let scripts = 0;
  const scriptByBody = new Map<string, string>();

  async function scriptFor(body: string): Promise<string> {
    const known = scriptByBody.get(body);
    if (known !== undefined) return known;
    scripts += 1;
    const path = join(folder, `body-${scripts}.lua`);
    // A JSON text of a JSON text is a valid Lua literal as long as it is plain ASCII without \u escapes.
    const literal = JSON.stringify(body);
    if (!/^[\x20-\x7e]*$/.test(body)) throw new RangeError('The body of a benchmark is plain ASCII');
    await writeFile(
      path,
      `wrk.method = "POST"\nwrk.body = ${literal}\nwrk.headers["content-type"] = "application/json"\n`,
    );
    scriptByBody.set(body, path);
    return path;
  }

  return async ({ url, headers, body }, seconds) => {
    const args = [
      '--latency',
      '--timeout',
      String(TIMEOUT_SECONDS),
      '-t',
      String(THREADS),
      '-c',
      String(CONNECTIONS),
      '-d',
      String(seconds),
    ];
    for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
    if (body !== null) args.push('-s', await scriptFor(body));
    const { code, output } = await runCommand('wrk', [...args, url]);
    if (code !== 0) throw new Error(`wrk failed on ${url}: ${output.trim()}`);
    return parseWrkOutput(output);
  };
}

// Programs of others, installed on demand into a folder that git ignores. They are no dependency of the product.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runCommand } from './processes.ts';

const FILES = ['package.json', 'package-lock.json'] as const;

/** The folder with the installed peers; throws with the reason when they cannot be had. */
export async function installPeers(projectDir: string, say: (line: string) => void): Promise<string> {
  const source = join(projectDir, 'bench', 'peers');
  const folder = join(projectDir, 'var', 'bench', 'peers');
  const wanted = await readFile(join(source, 'package-lock.json'), 'utf8');
  // Written last, so that an installation that was cut short is made again.
  const mark = join(folder, 'installed.json');
  if ((await readFile(mark, 'utf8').catch(() => '')) === wanted) return folder;
  say('Installing the programs of others for the comparison (once).');
  await mkdir(folder, { recursive: true });
  for (const name of FILES) await copyFile(join(source, name), join(folder, name));
  await copyFile(join(projectDir, '.npmrc'), join(folder, '.npmrc'));
  // npm runs under the Node that runs this, whatever the system's is.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
  const { code, output } = await runCommand('npm', ['ci', '--prefix', folder], { cwd: folder, env });
  if (code !== 0) throw new Error(`npm could not install it: ${lastLines(output)}`);
  await writeFile(mark, wanted);
  return folder;
}

function lastLines(output: string): string {
  return output.trim().split('\n').slice(-3).join(' ');
}

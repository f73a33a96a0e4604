// Checks of the machine and of the files: everything that needs no database.
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { KeyFault, readKeyFile } from '../platform/crypto/keyring.ts';
import { findBinaries } from '../platform/postgres/binaries.ts';
import { codeOf, examine, fault, fine, warning } from './doctor-finding.ts';
import type { Finding } from './doctor-finding.ts';

const NODE_MAJOR = 26;
const MEBIBYTE = 1_048_576;
const OTHERS_MAY_READ = 0o077;

export function checkNode(): Finding {
  const { node } = process.versions;
  return Number.parseInt(node, 10) >= NODE_MAJOR
    ? fine('node', `Node ${node}.`)
    : fault('node', {
        message: `Node ${node} runs this, and Farol needs ${NODE_MAJOR} or later.`,
        remedy:
          'Start commands as "npx farol …" in the project folder: that takes the Node that Farol brings along.',
      });
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export async function checkPackages(projectDir: string, needsDatabase: boolean): Promise<Finding> {
  const node = `node-${process.platform}-${process.arch}`;
  if (!(await isThere(join(projectDir, 'node_modules', node, 'package.json')))) {
    return warning('packages', {
      message: `The package ${node} is not installed, so commands run on whatever Node the machine has.`,
      remedy: 'Run "npm ci" in the project folder; it exists for Linux on arm64 and x64.',
    });
  }
  if (!needsDatabase) {
    return fine('packages', `${node} is installed.`);
  }
  try {
    const { version } = await findBinaries(projectDir);
    return fine('packages', `${node} and the embedded PostgreSQL ${version} are installed.`);
  } catch {
    return fault('packages', {
      message: 'The PostgreSQL binaries for this machine are not installed.',
      remedy: 'Run "npm ci" in the project folder, or name your own database in FAROL_DATABASE_URL.',
    });
  }
}

async function nearestExisting(folder: string): Promise<string> {
  const parent = dirname(folder);
  return parent === folder || (await isThere(folder)) ? folder : nearestExisting(parent);
}

async function checkDataFolder({ dataDir }: Config): Promise<Finding> {
  const existing = await nearestExisting(dataDir);
  try {
    await access(existing, constants.W_OK | constants.X_OK);
  } catch (error) {
    return fault('data folder', {
      message: `${existing} cannot be written by this user (${codeOf(error)}).`,
      remedy: 'Give the folder to the user that runs Farol, or choose another one with FAROL_DATA_DIR.',
    });
  }
  if (!(await stat(existing)).isDirectory()) {
    return fault('data folder', {
      message: `${existing} is not a folder.`,
      remedy: 'Choose a folder with FAROL_DATA_DIR.',
    });
  }
  return fine('data folder', existing === dataDir ? `${dataDir} can be written.` : `${dataDir} can be made.`);
}

async function checkDisk({ dataDir, diskFloorMb }: Config): Promise<Finding> {
  const { bavail, bsize } = await statfs(await nearestExisting(dataDir));
  const freeMb = Math.floor((bavail * bsize) / MEBIBYTE);
  return freeMb >= diskFloorMb
    ? fine('disk', `${freeMb} MiB are free.`)
    : fault('disk', {
        message: `Only ${freeMb} MiB are free for the data folder, less than the floor of ${diskFloorMb}.`,
        remedy: 'Free some space, move the data folder with FAROL_DATA_DIR, or lower FAROL_DISK_FLOOR_MB.',
      });
}

function missingKeyFile({ keyFile, embeddedDatabase }: Config): Finding {
  return embeddedDatabase
    ? warning('key file', {
        message: `There is no key file ${keyFile} yet.`,
        remedy:
          'Run "npm start": it makes one. If Farol ran here before, put the file back from your copy first.',
      })
    : fault('key file', {
        message: `There is no key file ${keyFile}.`,
        remedy:
          'Put it back from your copy, or, for a new database, make one with "npx farol keys create"; ' +
          'FAROL_KEY_FILE says where it lies.',
      });
}

async function checkKeyFile(config: Config): Promise<Finding> {
  const { keyFile } = config;
  const found = await stat(keyFile).catch((error: unknown) => codeOf(error));
  if (found === 'ENOENT') {
    return missingKeyFile(config);
  }
  if (typeof found !== 'string' && (found.mode & OTHERS_MAY_READ) !== 0) {
    return fault('key file', {
      message: `Other users of this machine may read the key file ${keyFile}.`,
      remedy: `Run "chmod 400 ${keyFile}"; if somebody may have read it, see "npx farol keys rotate --help".`,
    });
  }
  try {
    readKeyFile(keyFile);
    return fine('key file', `${keyFile} holds a key and is closed to others.`);
  } catch (error) {
    const reason =
      error instanceof KeyFault && typeof found !== 'string' ? 'does not hold a key' : 'cannot be read';
    return fault('key file', {
      message: `The key file ${keyFile} ${reason}.`,
      remedy: 'Put it back from your copy, readable by the user that runs Farol.',
    });
  }
}

export function checkMachine(config: Config): Promise<Finding[]> {
  return Promise.all([
    examine('data folder', () => checkDataFolder(config)),
    examine('disk', () => checkDisk(config)),
    examine('key file', () => checkKeyFile(config)),
  ]);
}

// Under which account PostgreSQL runs. It refuses to run as root, so root hands it to an unprivileged one.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export type Account = { uid: number; gid: number; name: string };

/** Null means: as whoever runs this program. */
export function findPostgresAccount(passwd: string): Account | null {
  const accounts = passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (name === undefined || uid === undefined || gid === undefined) return [];
    return [{ name, uid: Number(uid), gid: Number(gid) }];
  });
  const usable = accounts.filter((account) => account.uid > 0 && account.gid > 0);
  return (
    usable.find(({ name }) => name === 'postgres') ?? usable.find(({ name }) => name === 'nobody') ?? null
  );
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** An existing cluster keeps its owner: PostgreSQL runs only as the owner of its data. */
export function chooseAccount(owner: { uid: number; gid: number } | null): Account | null {
  if (!isRoot()) return null;
  if (owner !== null && owner.uid !== 0) return { ...owner, name: `user ${owner.uid}` };
  const account = findPostgresAccount(readFileSync('/etc/passwd', 'utf8'));
  if (account === null) {
    throw new Error(
      'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor a user "nobody" to run it as. ' +
        'Start Farol as an ordinary user, or give it a database with FAROL_DATABASE_URL.',
    );
  }
  return account;
}

/** Tried with the kernel's own rules: modes, groups, access lists and mount options all count. */
export function canEnter(account: Account, folder: string): boolean {
  const { uid, gid } = account;
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid, gid, env: {}, stdio: 'ignore' }).status === 0
  );
}

export function canRun(account: Account, nativeDir: string): boolean {
  const { uid, gid } = account;
  const options = { uid, gid, env: {}, cwd: '/', stdio: 'ignore' as const };
  if (spawnSync(`${nativeDir}/bin/postgres`, ['--version'], options).status !== 0) return false;
  const shared = `${nativeDir}/share/postgresql/postgres.bki`;
  return spawnSync('/bin/sh', ['-c', 'test -r "$1"', 'sh', shared], options).status === 0;
}

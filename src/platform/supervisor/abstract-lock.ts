import { createHash } from 'node:crypto';
// A lock between processes of one machine, held by listening on an abstract Unix socket. The kernel
// frees it when the holder dies, however it dies, so there is never a stale lock file to judge.
import { connect, createServer } from 'node:net';

export type AbstractLock = { release(): Promise<void> };
export type AbstractLockAttempt = { lock: AbstractLock } | { lock: null };

const ANSWER_TIMEOUT_MS = 500;

/** Short and free of bytes that a socket name cannot hold, whatever the folder is called. */
export function abstractLockName(purpose: string, path: string): string {
  return `farol-${purpose}-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
}

export async function tryAbstractLock(name: string): Promise<AbstractLockAttempt> {
  const server = createServer((socket) => {
    // A caller that leaves before it has read the answer must not bring the holder down.
    socket.on('error', () => socket.destroy());
    socket.end(String(process.pid));
  });
  const taken = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(true);
      else reject(error);
    });
    server.listen({ path: `\0${name}` }, () => resolve(false));
  });
  if (taken) return { lock: null };
  server.unref();
  return {
    lock: {
      release: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
        }),
    },
  };
}

/** The process id that the holder tells, or null when it does not answer in time. */
export async function askAbstractLockHolder(name: string): Promise<number | null> {
  return new Promise((resolve) => {
    const socket = connect({ path: `\0${name}` });
    let answer = '';
    const finish = (): void => {
      socket.destroy();
      const pid = Number(answer);
      resolve(Number.isSafeInteger(pid) && pid > 0 ? pid : null);
    };
    socket.setEncoding('utf8');
    socket.setTimeout(ANSWER_TIMEOUT_MS, finish);
    socket.on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', finish);
    socket.on('end', finish);
  });
}

// The console: one page and its files, as the build left them. The files' names hold their contents' hash, so they may be
// kept for ever; the page is made anew for every visit, since it carries the nonce by which its styles are let in.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { FarolError } from '../../errors.ts';
import { ASSETS, CONSOLE_PAGES } from './console-paths.ts';

/** What the build writes wherever the nonce belongs. */
const NONCE_PLACE = '__FAROL_NONCE__';
const NONCE_BYTES = 16;
const NEVER_CHANGES = 'public, max-age=31536000, immutable';
const config = { access: { kind: 'public' }, limit: 'none' } as const;

function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The component library makes its style sheets while it runs, and marks them with the nonce.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function notBuilt(): FarolError {
  return new FarolError('NOT_FOUND', {
    message: 'The console is not built; "npm start" builds it, and so does "npm run console"',
  });
}

function addPages(app: FastifyInstance, folder: string): void {
  const file = join(folder, 'index.html');
  const parts = existsSync(file) ? readFileSync(file, 'utf8').split(NONCE_PLACE) : null;
  for (const url of CONSOLE_PAGES) {
    app.get(url, { config, schema: { hide: true } }, (request, reply) => {
      // The router takes the target `*`, which only OPTIONS has a meaning for, for the root.
      if (request.url === '*') {
        throw new FarolError('NOT_FOUND');
      }
      if (parts === null) {
        throw notBuilt();
      }
      const nonce = randomBytes(NONCE_BYTES).toString('base64');
      return reply
        .headers({
          'content-security-policy': pagePolicy(nonce),
          'cross-origin-opener-policy': 'same-origin',
        })
        .type('text/html; charset=utf-8')
        .send(parts.join(nonce));
    });
  }
}

async function addFiles(app: FastifyInstance, folder: string): Promise<void> {
  const root = join(folder, 'assets');
  if (!existsSync(root)) {
    return;
  }
  await app.register(fastifyStatic, { root, serve: false, cacheControl: false, preCompressed: true });
  const params = Type.Object({
    file: Type.String({ pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.?[a-z0-9]*$' }),
  });
  app.get<{ Params: { file: string } }>(
    `${ASSETS}:file`,
    { config, schema: { hide: true, params } },
    (request, reply) => reply.header('cache-control', NEVER_CHANGES).sendFile(request.params.file),
  );
}

/** In a context of its own, so that what serves files is known to nothing else. */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(async (pages) => {
    addPages(pages, folder);
    await addFiles(pages, folder);
  });
}

// Where sources of lawsuits tell that a search has ended. Such a call only makes somebody look sooner: what was found is
// read from the source itself, so a forged one brings nothing into the registry.
import { hash, timingSafeEqual } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { FarolError } from '../../errors.ts';
import type { LawsuitCallback, OnLawsuitsReady } from './ports.ts';
import * as schemas from './schemas.ts';

export const CALLBACK_PREFIX = '/v1/callbacks';

export type CallbackParts = {
  readonly callbacks: readonly LawsuitCallback[];
  readonly onLawsuitsReady: OnLawsuitsReady;
};

type Path = { connector: string; secret: string };

/** Of equal length whatever was sent, so that the time it takes tells nothing. */
function isSameSecret(given: string, right: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', right, 'buffer'));
}

function findCallback(callbacks: readonly LawsuitCallback[], path: Path): LawsuitCallback {
  const found = callbacks.find(({ connector }) => connector === path.connector);
  if (found === undefined || !isSameSecret(path.secret, found.secret.reveal())) {
    throw new FarolError('NOT_FOUND');
  }
  return found;
}

export function addCallbackRoutes(app: FastifyInstance, { callbacks, onLawsuitsReady }: CallbackParts): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    `${CALLBACK_PREFIX}/:connector/:secret`,
    {
      config: { access: { kind: 'public' }, limit: 'none', errors: [404] },
      // Before the body is read: nobody else's is worth it.
      onRequest: (request, _reply, done) => {
        findCallback(callbacks, request.params);
        done();
      },
      schema: {
        hide: true,
        params: schemas.CallbackPath,
        body: schemas.CallbackBody,
        response: { 200: schemas.CallbackTaken },
      },
    },
    async (request, reply) => {
      const { connector, readEnded } = findCallback(callbacks, request.params);
      const ref = readEnded(request.body);
      if (ref !== null) await onLawsuitsReady({ connector, ref });
      return reply.send({ success: true });
    },
  );
}

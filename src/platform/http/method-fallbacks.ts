// A known path under an unknown method is 405 with `Allow`; OPTIONS tells the same list. Added after all routes are.
import { METHODS } from 'node:http';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { FarolError } from '../../errors.ts';
import type { ErrorShape } from './error-translator.ts';

/** CONNECT never reaches the router: Node hands it to an event nobody listens to and closes the connection. */
const ANSWERED = METHODS.filter((method) => method !== 'CONNECT') as HTTPMethods[];

function notAllowed(allow: string): FarolError {
  return new FarolError('METHOD_NOT_ALLOWED', { headers: { allow } });
}

/** The router takes the target `*`, which is the whole server and no path, for the root. */
function refuseServer(target: string): FarolError | undefined {
  return target === '*' ? new FarolError('NOT_FOUND') : undefined;
}

/** Collects the methods of every path from now on; call the result once all routes are there. */
export function trackMethods(app: FastifyInstance): () => void {
  const methodsByPath = new Map<string, Set<string>>();
  const shapes = new Map<string, ErrorShape>();
  for (const method of ANSWERED) {
    // QUERY is known to the framework, which fails one without a content type before it looks whether there is a route.
    if (!app.supportedMethods.includes(method) || method === 'QUERY') {
      app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
    }
  }
  app.addHook('onRoute', ({ url, method, config }) => {
    shapes.set(url, config?.errorShape ?? 'detailed');
    const methods = methodsByPath.get(url) ?? new Set();
    [method].flat().forEach((name) => methods.add(name));
    methodsByPath.set(url, methods);
  });
  return () => {
    for (const [url, methods] of methodsByPath) {
      const allow = [...methods, 'OPTIONS'].toSorted().join(', ');
      app.route({
        method: ANSWERED.filter((method) => !methods.has(method)),
        url,
        schema: { hide: true },
        config: { access: { kind: 'public' }, limit: 'none', errorShape: shapes.get(url) ?? 'detailed' },
        // Before the body is looked at: no body would be right for a method that is not offered.
        onRequest: (request, _reply, done) => {
          done(request.method === 'OPTIONS' ? refuseServer(request.url) : notAllowed(allow));
        },
        handler: (_request, reply) => reply.code(204).header('allow', allow).send(),
      });
    }
  };
}

// A description of a part of the interface by itself, for those who use only that part.
import type { FastifyInstance } from 'fastify';

type Described = { paths?: Record<string, object>; components?: { schemas?: Record<string, unknown> } };

/** The paths under the prefix, and of the shared shapes those that they refer to. */
function partOf(whole: Described, prefix: string): Described {
  const isInPart = (path: string): boolean => path === prefix || path.startsWith(`${prefix}/`);
  const paths = Object.fromEntries(Object.entries(whole.paths ?? {}).filter(([path]) => isInPart(path)));
  const text = JSON.stringify(paths);
  const schemas = Object.fromEntries(
    Object.entries(whole.components?.schemas ?? {}).filter(([name]) =>
      text.includes(`"#/components/schemas/${name}"`),
    ),
  );
  return { ...whole, paths, components: { ...whole.components, schemas } };
}

export function servePartOfApi(app: FastifyInstance, url: string, prefix: string): void {
  let text: string | null = null;
  app.get(
    url,
    { config: { access: { kind: 'public' }, limit: 'none' }, schema: { hide: true } },
    (_request, reply) => {
      // Not before the first request: routes are still being added.
      text ??= JSON.stringify(partOf(app.swagger() as Described, prefix));
      return reply.type('application/json; charset=utf-8').send(text);
    },
  );
}

// The reference with try-out at /docs. It is a page, so it brings its own content policy: its one inline script is let
// in by its hash, taken from the page as it is sent, and everything is loaded from here.
import { createHash } from 'node:crypto';
import apiReference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

const PAGE = '/docs';

function isPage(url: string): boolean {
  return url === PAGE || url.startsWith(`${PAGE}/`);
}

/** What stands inside the page's own `<script>` tags; those with a source have nothing inside. */
function inlineScripts(html: string): string[] {
  return html
    .split('<script')
    .slice(1)
    .map((part) => part.slice(part.indexOf('>') + 1, part.indexOf('</script')))
    .filter((script) => script !== '');
}

function pagePolicy(html: string): string {
  const hashes = inlineScripts(html).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    // The page makes its style sheets while it runs, so their hashes cannot be known.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The page's routes are made by its plugin and declare nothing, so this must come before the access check does. */
export function openApiPage(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (isPage(route.url)) {
      route.config = { ...route.config, access: { kind: 'public' }, limit: 'none' };
    }
  });
}

async function addPage(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode === 200) {
      if (String(reply.getHeader('content-type')).startsWith('text/html')) {
        reply.header('content-security-policy', pagePolicy(String(payload)));
        reply.header('cross-origin-opener-policy', 'same-origin');
      } else {
        reply.header('cache-control', 'public, max-age=3600');
      }
    }
    done(null, payload);
  });
  await app.register(apiReference, {
    routePrefix: PAGE,
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Farol API',
      withDefaultFonts: false,
      telemetry: false,
      // What would lead to the services of the page's maker, outside this machine.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
    },
  });
}

/** In a context of its own, so that its hook runs for nothing else. */
export async function serveApiPage(app: FastifyInstance): Promise<void> {
  await app.register(addPage);
}

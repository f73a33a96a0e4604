import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renewSandboxDocument, SANDBOX_DOCUMENT } from '../sandbox/describe-test-documents.ts';
import { describeSchema } from '../src/platform/db/describe-schema.ts';
// The files that are written by tools and committed, so that every change of them shows in a diff.
// To add one: an entry with its path and a function that makes its whole content, without time stamps and the like;
// then `npm run generate`. `npm run check` fails when the committed copy differs from what `make` gives.
import { describeConfiguration } from './describe-configuration.ts';
import type { GeneratedFile } from './generated.ts';
import { REPOSITORY_ROOT } from './repository.ts';
import { withScratchApi } from './scratch-api.ts';

export const GENERATED_FILES: readonly GeneratedFile[] = [
  { path: 'docs/generated/configuration.md', make: () => Promise.resolve(describeConfiguration()) },
  {
    path: 'docs/generated/openapi.json',
    make: () => withScratchApi(({ app }) => Promise.resolve(`${JSON.stringify(app.swagger(), null, 2)}\n`)),
  },
  { path: 'docs/generated/schema.sql', make: () => withScratchApi((_api, url) => describeSchema(url)) },
  {
    path: SANDBOX_DOCUMENT,
    make: async () => renewSandboxDocument(await readFile(join(REPOSITORY_ROOT, SANDBOX_DOCUMENT), 'utf8')),
  },
];

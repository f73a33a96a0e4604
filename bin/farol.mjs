#!/usr/bin/env node
// What "npx farol …" runs, also where the system's Node is too old to run TypeScript.
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { nodeFlags } from '../src/cli/node-flags.mjs';
import { NEEDED_NODE, findNode, isRunningNodeEnough, projectDir, runNode, say } from './pinned-node.mjs';

const node = findNode();
const args = process.argv.slice(2);
// Node takes them only when it starts, so what needs any gets a process of its own.
const flags = nodeFlags(args[0]);
if (!existsSync(join(projectDir, 'node_modules'))) {
  say('Farol is not installed yet: run "npm start" or "npm ci" in its folder first.');
  process.exitCode = 1;
} else if (isRunningNodeEnough() && flags.length === 0) {
  // Set in the environment too late for this very process, which has to be told.
  nodeModule.enableCompileCache(process.env['NODE_COMPILE_CACHE']);
  // Built at run time so that type checkers do not follow it from here.
  await import(new URL('../src/cli.ts', import.meta.url).href);
} else if (node === null) {
  say(
    `Farol needs Node ${NEEDED_NODE} or later: run "npm ci" in its folder, which brings it on Linux, or install it.`,
  );
  process.exitCode = 1;
} else {
  runNode(node, [...flags, join(projectDir, 'src', 'cli.ts'), ...args]);
}

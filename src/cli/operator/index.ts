// The operator's commands: holders, organizations, users, plans, tokens, keys, audit, sources, and the registry.
import { join } from 'node:path';
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import type { Config } from '../../config.ts';
import { addAuditCommands } from './audit.ts';
import { addCaseCommand } from './case.ts';
import { addDossierCommand } from './dossier.ts';
import { addHolderCommands } from './holder.ts';
import { addImportCommand } from './import.ts';
import { addJobCommands } from './jobs.ts';
import { addKeyCommands } from './keys.ts';
import { addOrganizationCommands } from './organization.ts';
import type { Terminal } from './password-entry.ts';
import { addPlanCommands } from './plan.ts';
import { addSandboxCommands } from './sandbox.ts';
import type { OpenOperator } from './session.ts';
import { addSourceCommands } from './sources.ts';
import { addTokenCommands } from './token.ts';
import { addUserCommands } from './user.ts';

export type { OpenOperator, OperatorSession } from './session.ts';

type Surroundings = { input?: Terminal['input']; readConfig?: () => Config };

export function addOperatorCommands(program: Command, open: OpenOperator, around: Surroundings = {}): void {
  const terminal: Terminal = {
    input: around.input ?? process.stdin,
    ask: (question) => program.configureOutput().writeErr?.(question),
  };
  addHolderCommands(program, open);
  addOrganizationCommands(program, open);
  addUserCommands(program, open, terminal);
  addPlanCommands(program, open);
  addTokenCommands(program, open);
  addJobCommands(program, open);
  addAuditCommands(program, open);
  addImportCommand(program, open, terminal.input);
  addSandboxCommands(program, open);
  addDossierCommand(program, open);
  addCaseCommand(program, open);
  const readConfig = around.readConfig ?? (() => loadConfig(join(import.meta.dirname, '..', '..', '..')));
  addSourceCommands(program, open, readConfig);
  addKeyCommands(program, open, readConfig);
}

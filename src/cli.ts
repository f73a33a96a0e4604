// The only entry point. Commands load what they need when they run, so that each starts fast.
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { exitWith } from './cli/exit.ts';
import { runProgram } from './cli/output.ts';
import { findDatabaseUrl, openOperator } from './cli/setup.ts';

// Whoever reads the output may stop reading, as `head` does; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') {
    throw error;
  }
});

/** From 0, as everybody, to 19. Whoever waits for an answer goes first; spreadsheets and merges take what is left. */
const BEHIND_THE_API = 10;
const projectDir = join(import.meta.dirname, '..');

const program = new Command('farol')
  .description('Answers questions about people and companies in Brazil by CPF or CNPJ, on your own machines.')
  .showHelpAfterError('(add --help for what can be said here)');

program
  .command('serve')
  .description('start everything: the embedded database unless you have your own, the API and the worker')
  .action(async () => (await import('./cli/serve.ts')).serve(projectDir));
program
  .command('api')
  .description('start one API process')
  .action(async () => (await import('./cli/processes.ts')).runApi(projectDir));
program
  .command('worker')
  .description('start one worker process')
  .action(async () => {
    setPriority(BEHIND_THE_API);
    await (await import('./cli/processes.ts')).runWorker(projectDir);
  });
program
  .command('migrate')
  .description('bring the database to the newest schema')
  .option('--json', 'print JSON')
  .action(async (options: { json?: boolean }) =>
    (await import('./cli/migrate.ts')).runMigrate(projectDir, options),
  );
// What is started to stay has no use for the other commands, and is ready sooner without loading them.
const [given = '', second] = process.argv.slice(2);
if (given === 'sandbox' && second === 'serve') {
  setPriority(BEHIND_THE_API);
  const { addSandboxServer } = await import('./cli/sandbox-server.ts');
  addSandboxServer(program.command('sandbox').description('an invented country to try everything on'));
} else if (!['serve', 'api', 'worker'].includes(given)) {
  const [{ addOperatorCommands }, { addDoctorCommand }] = await Promise.all([
    import('./cli/operator/index.ts'),
    import('./cli/doctor.ts'),
  ]);
  addOperatorCommands(program, () => openOperator(projectDir));
  addDoctorCommand(program, { projectDir, findDatabaseUrl });
}

const code = await runProgram(program, process.argv).catch(exitWith);
if (code !== 0) {
  process.exit(code);
}

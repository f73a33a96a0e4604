import type { Command } from 'commander';
import type { Document } from '../../documents/document.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { printJson, printLines, wantsJson } from '../output.ts';
import { parseCaseNumberText, parseDocumentText, parseName, parsePageSize, verb } from './arguments.ts';
import { readDossier } from './dossier-reading.ts';
import type { DossierOptions } from './dossier-reading.ts';
import { describeDossier } from './dossier-sections.ts';
import { withSession } from './session.ts';
import type { OpenOperator } from './session.ts';

export function addDossierCommand(program: Command, open: OpenOperator): void {
  verb(program, 'dossier', 'show what the registry holds of a document, and how fresh it is')
    .argument('<document>', 'a CPF or CNPJ, with or without punctuation', parseDocumentText)
    .option('--cases <n>', 'how many court cases to list', parsePageSize, 20)
    .option('--after <number>', 'list the cases that follow this one', parseCaseNumberText)
    .option(
      '--name <name>',
      "the person's name, for sources that show only six digits of a CPF; without it they are not checked",
      parseName,
    )
    .action(async (document: Document, options: DossierOptions, command: Command) => {
      const dossier = await withSession(open, ({ operator }) =>
        operator.transaction(NO_SCOPE, (tx) => readDossier(tx, document, options)),
      );
      if (wantsJson(command)) {
        printJson(command, dossier);
      } else {
        printLines(command, describeDossier(command, dossier));
      }
    });
}

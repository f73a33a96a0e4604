import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX, ReactNode } from 'react';
import type { ImportRun } from '../../api/administration-shapes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useFormats, useLanguage, useTexts } from '../../ui/language-context.tsx';
import type { Spoken } from '../../ui/language-context.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { Section } from '../../ui/section.tsx';
import { nameSource } from '../../ui/source-name.ts';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { Failure } from './failure.tsx';
import { describeImportFailure } from './import-failure-texts.ts';
import { ImportState } from './import-state.tsx';
import { useImports } from './operator.ts';
import { operatorPlaceTexts } from './place-texts.ts';
import { QuarantineView } from './quarantine.tsx';
import { sourceTexts } from './source-texts.ts';

function tookMs({ startedAt, endedAt }: ImportRun): number {
  return (endedAt === null ? Date.now() : Date.parse(endedAt)) - Date.parse(startedAt);
}

function SetAside({ run, onSee }: { run: ImportRun; onSee(): void }): JSX.Element {
  const t = useTexts(sourceTexts);
  const formats = useFormats();
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Text size="sm" span>
        {formats.count(run.rowsSetAside)}
      </Text>
      {run.rowsSetAside === 0 ? null : (
        <Button
          size="compact-xs"
          variant="default"
          onClick={onSee}
          aria-label={t.seeQuarantine(formats.count(run.importId))}
        >
          {t.see}
        </Button>
      )}
    </Group>
  );
}

function State({ run }: { run: ImportRun }): JSX.Element {
  const t = useTexts(sourceTexts);
  const { language, formats } = useLanguage();
  return (
    <Stack gap={2} align="flex-start">
      <ImportState state={run.state} />
      {run.timesResumed === 0 ? null : (
        <Text size="xs" c="dimmed">
          {t.resumed(formats.count(run.timesResumed))}
        </Text>
      )}
      {run.reason === null ? null : <Failure {...describeImportFailure(language, run.reason)} />}
    </Stack>
  );
}

function cellsOf({ language, formats }: Spoken, run: ImportRun, onSee: () => void): ReactNode[] {
  return [
    <Text key="source" size="sm" fw={600}>
      {nameSource(language, run.source)}
    </Text>,
    run.edition ?? '',
    <State key="state" run={run} />,
    formats.moment(run.startedAt),
    formats.duration(tookMs(run)),
    formats.count(run.rowsRead),
    <SetAside key="aside" run={run} onSee={onSee} />,
  ];
}

export function ImportsPage(): JSX.Element {
  const t = useTexts(sourceTexts);
  const { imports: title } = useTexts(operatorPlaceTexts);
  const spoken = useLanguage();
  const pages = useImports();
  const [seen, setSeen] = useState<ImportRun | null>(null);
  const runs = pages.data?.pages.flatMap((page) => page.imports) ?? [];
  const columns = [t.source, t.edition, t.state, t.started].map((label) => ({ label }));
  const numbers = [t.took, t.read, t.setAside].map((label) => ({ label, isNumber: true }));
  return (
    <Stack gap="lg">
      <PageTitle title={title} hint={t.importsHint} />
      <Section title={t.runs}>
        {pages.error === null ? null : (
          <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
        )}
        {pages.isPending ? <Waiting lines={6} height={28} /> : null}
        {pages.isSuccess && runs.length === 0 ? (
          <NothingYet title={t.noRuns}>{t.noRunsHint}</NothingYet>
        ) : null}
        {runs.length === 0 ? null : (
          <PlainTable
            isStacked
            caption={t.runs}
            columns={[...columns, ...numbers]}
            rows={runs.map((run) => ({
              key: String(run.importId),
              cells: cellsOf(spoken, run, () => setSeen(run)),
            }))}
          />
        )}
        <LoadMore pages={pages} />
      </Section>
      {seen === null ? null : (
        <Dialog
          title={t.quarantine(nameSource(spoken.language, seen.source), spoken.formats.count(seen.importId))}
          isOpen
          onClose={() => setSeen(null)}
        >
          <QuarantineView importId={seen.importId} />
        </Dialog>
      )}
    </Stack>
  );
}

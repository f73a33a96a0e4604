import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { JSX } from 'react';
import { ApiFault } from '../../api/http.ts';
import type { Process } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { writeCaseNumber } from '../../ui/numbers.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { canCharge, useEnteredOrganization } from '../accounts/use-organization.ts';
import { useFreshOnEvents } from '../events/use-fresh.ts';
import { ProcessCard, ProcessMovements, ProcessParties, ProcessSources } from './process-parts.tsx';
import { PROCESS_KEY, useInactivate, useProcess, useWatchProcess } from './processes.ts';
import { processTexts } from './texts.ts';
import { useProcessRefusal } from './watch-form.tsx';

function WatchButton({ number, label }: { number: string; label: string }): JSX.Element {
  const watch = useWatchProcess(useEnteredOrganization());
  const refusal = useProcessRefusal();
  if (refusal !== null) return <Alert color={MEANING.unknown}>{refusal}</Alert>;
  return (
    <Stack gap="sm" align="center">
      <Button loading={watch.isPending} onClick={() => watch.mutate(number)}>
        {label}
      </Button>
      {watch.error === null ? null : <ErrorState error={watch.error} />}
    </Stack>
  );
}

function NotWatched({ number }: { number: string }): JSX.Element {
  const t = useTexts(processTexts);
  return (
    <Stack gap="lg">
      <PageTitle title={writeCaseNumber(number)} />
      <Section title={t.notWatched}>
        <Stack gap="md" align="flex-start">
          <Text>{t.notWatchedHint}</Text>
          <WatchButton number={number} label={t.watch} />
        </Stack>
      </Section>
    </Stack>
  );
}

function Silence({ number }: { number: string }): JSX.Element {
  const t = useTexts(processTexts);
  const inactivate = useInactivate(useEnteredOrganization());
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t.inactivate}
      </Button>
      {isOpen ? (
        <TitledDialog title={t.inactivateTitle} onClose={close}>
          <Stack gap="sm">
            <Text>{t.inactivateHelp}</Text>
            {inactivate.error === null ? null : <ErrorState error={inactivate.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={close} data-autofocus>
                {t.cancel}
              </Button>
              <Button
                loading={inactivate.isPending}
                onClick={() => inactivate.mutate(number, { onSuccess: close })}
              >
                {t.inactivate}
              </Button>
            </Group>
          </Stack>
        </TitledDialog>
      ) : null}
    </>
  );
}

function ProcessTitle({ process }: { process: Process }): JSX.Element {
  const t = useTexts(processTexts);
  const { processNumber: number, status, court, class: kind } = process;
  const isActive = status === 'ACTIVE';
  const isAllowed = canCharge(useEnteredOrganization());
  return (
    <PageTitle
      title={writeCaseNumber(number)}
      hint={
        <Group gap="xs">
          <Text>{[court, kind.name].filter((part) => part !== '').join(' · ')}</Text>
          <Badge variant="light" color={isActive ? MEANING.clear : MEANING.unknown}>
            {isActive ? t.active : t.inactive}
          </Badge>
        </Group>
      }
      aside={
        isAllowed ? (
          isActive ? (
            <Silence number={number} />
          ) : (
            <WatchButton number={number} label={t.watchAgain} />
          )
        ) : null
      }
    />
  );
}

export function ProcessPage(): JSX.Element {
  const t = useTexts(processTexts);
  const { number } = useParams({ from: '/o/$organizationId/processes/$number' });
  const pages = useProcess(useEnteredOrganization(), number);
  useFreshOnEvents([PROCESS_KEY], (type) => type.startsWith('case.'));
  const { error } = pages;
  if (error instanceof ApiFault && error.status === 404) return <NotWatched number={number} />;
  if (error !== null) return <ErrorState error={error} isPage onRetry={() => void pages.refetch()} />;
  const process = pages.data?.pages[0];
  if (process === undefined) return <Waiting lines={8} height={28} />;
  return (
    <Stack gap="lg">
      <ProcessTitle process={process} />
      {process.isKnown ? (
        <>
          <ProcessCard process={process} />
          <ProcessParties process={process} />
          <ProcessMovements
            movements={pages.data?.pages.flatMap(({ movements }) => movements) ?? []}
            total={process.totalMovements}
            isLoading={pages.isFetchingNextPage}
            onMore={pages.hasNextPage ? () => void pages.fetchNextPage() : null}
          />
          <ProcessSources process={process} />
        </>
      ) : (
        <Section title={t.card}>
          <NothingYet title={t.unknown}>{t.unknownHint}</NothingYet>
        </Section>
      )}
    </Stack>
  );
}

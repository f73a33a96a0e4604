import { Anchor, Badge, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { JSX } from 'react';
import type { CaseNumber } from '../../../../src/documents/case-number.ts';
import { findCourt } from '../../../../src/documents/court.ts';
import type { ProcessList } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { writeCaseNumber } from '../../ui/numbers.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { useFreshOnEvents } from '../events/use-fresh.ts';
import { PROCESSES_KEY, useProcessPages } from './processes.ts';
import type { Status } from './processes.ts';
import { processTexts } from './texts.ts';
import { WatchForm } from './watch-form.tsx';

type Listed = ProcessList['processes'][number];

function ProcessLine({ process }: { process: Listed }): JSX.Element {
  const t = useTexts(processTexts);
  const formats = useFormats();
  const { organizationId } = useEnteredOrganization();
  const { processNumber, status, matchedAt, inactivatedAt, radarIds } = process;
  const number = writeCaseNumber(processNumber);
  const when =
    inactivatedAt === null ? t.matched(formats.moment(matchedAt)) : t.silenced(formats.moment(inactivatedAt));
  return (
    <li className="farol-process farol-line">
      <Stack gap={0}>
        <Anchor
          component={Link}
          to={`/o/${organizationId}/processes/${processNumber}`}
          fw={600}
          className="farol-number"
          aria-label={t.open(number)}
        >
          {number}
        </Anchor>
        <Text size="sm" c="dimmed">
          {findCourt(processNumber as CaseNumber)?.acronym}
        </Text>
      </Stack>
      <Text size="sm">{radarIds.length === 0 ? t.imported : t.byRadar}</Text>
      <Text size="sm" c="dimmed">
        {when}
      </Text>
      <Badge variant="light" color={status === 'ACTIVE' ? MEANING.clear : MEANING.unknown}>
        {status === 'ACTIVE' ? t.active : t.inactive}
      </Badge>
    </li>
  );
}

function Processes({ status }: { status: Status | null }): JSX.Element {
  const t = useTexts(processTexts);
  const pages = useProcessPages(useEnteredOrganization(), status);
  if (pages.error !== null) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  if (pages.data === undefined) return <Waiting lines={6} height={40} />;
  const processes = pages.data.pages.flatMap((page) => page.processes);
  if (processes.length === 0) {
    return (
      <NothingYet title={status === null ? t.none : t.noneFiltered}>
        {status === null ? t.noneHint : null}
      </NothingYet>
    );
  }
  return (
    <>
      <ul className="farol-processes" aria-label={t.title}>
        {processes.map((process) => (
          <ProcessLine key={process.processNumber} process={process} />
        ))}
      </ul>
      <LoadMore pages={pages} />
    </>
  );
}

export function ProcessesPage(): JSX.Element {
  const t = useTexts(processTexts);
  const [status, setStatus] = useState<Status | ''>('');
  useFreshOnEvents([PROCESSES_KEY], (type) => type === 'radar.primed' || type.startsWith('case.'));
  return (
    <Stack gap="lg">
      <PageTitle title={t.title} hint={t.hint} />
      <Section title={t.watchTitle}>
        <WatchForm />
      </Section>
      <Section title={t.title}>
        <Group mb="md">
          <SegmentedControl
            size="xs"
            aria-label={t.status}
            value={status}
            onChange={(wanted) => setStatus(wanted)}
            data={[
              { value: '', label: t.any },
              { value: 'ACTIVE', label: t.onlyActive },
              { value: 'INACTIVE', label: t.onlyInactive },
            ]}
          />
        </Group>
        <Processes status={status === '' ? null : status} />
      </Section>
    </Stack>
  );
}

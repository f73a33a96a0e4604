import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX, ReactNode } from 'react';
import type { Job, Jobs } from '../../api/administration-shapes.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { useFormats, useLanguage, useTexts } from '../../ui/language-context.tsx';
import type { Spoken } from '../../ui/language-context.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { describeFailure } from './failure-texts.ts';
import { Failure } from './failure.tsx';
import { describeJob } from './job-name-texts.ts';
import { jobTexts } from './job-texts.ts';
import { useJobs, useRetry } from './operator.ts';
import type { JobFilter } from './operator.ts';
import { operatorPlaceTexts } from './place-texts.ts';

function JobName({ job }: { job: string }): JSX.Element {
  const { language } = useLanguage();
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {describeJob(language, job)}
      </Text>
      <Text size="xs" c="dimmed">
        {job}
      </Text>
    </Stack>
  );
}

function RetryButton({ job }: { job: Job }): JSX.Element {
  const t = useTexts(jobTexts);
  const retry = useRetry(job.id);
  return (
    <Stack gap={4} align="flex-start">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t.retryOne(job.job)}
        loading={retry.isPending}
        onClick={() => retry.mutate()}
      >
        {t.retry}
      </Button>
      {retry.error === null ? null : <ErrorState error={retry.error} />}
    </Stack>
  );
}

function Figures({ figures }: Pick<Jobs, 'figures'>): JSX.Element {
  const t = useTexts(jobTexts);
  const formats = useFormats();
  if (figures.length === 0) return <NothingYet title={t.noFigures} />;
  return (
    <PlainTable
      isStacked
      caption={t.figures}
      columns={[
        { label: t.job },
        ...[t.waiting, t.running, t.dead, t.settled].map((label) => ({ label, isNumber: true })),
      ]}
      rows={figures.map(({ job, waiting, running, dead, settled }) => ({
        key: job,
        cells: [
          <JobName key="job" job={job} />,
          ...[waiting, running, dead, settled].map((value) => formats.count(value)),
        ],
      }))}
    />
  );
}

function cellsOf({ language, formats }: Spoken, job: Job): ReactNode[] {
  return [
    <JobName key="job" job={job.job} />,
    job.organizationId === null ? '' : `#${job.organizationId}`,
    formats.count(job.attempts),
    formats.moment(job.createdAt),
    job.reason === null ? '' : <Failure key="reason" {...describeFailure(language, job.reason)} />,
    ...(job.state === 'dead' ? [<RetryButton key="retry" job={job} />] : []),
  ];
}

function JobList({ jobs, filter }: { jobs: readonly Job[]; filter: JobFilter }): JSX.Element {
  const t = useTexts(jobTexts);
  const spoken = useLanguage();
  if (jobs.length === 0) return <NothingYet title={filter === 'dead' ? t.noDead : t.none} />;
  const columns = [
    { label: t.job },
    { label: t.organization },
    { label: t.attempts, isNumber: true },
    { label: t.since },
    { label: t.reason },
  ];
  return (
    <PlainTable
      isStacked
      caption={t.jobs}
      columns={filter === 'dead' ? [...columns, { label: t.act }] : columns}
      rows={jobs.map((job) => ({ key: job.id, cells: cellsOf(spoken, job) }))}
    />
  );
}

function RetryAll(): JSX.Element {
  const t = useTexts(jobTexts);
  return (
    <ConfirmButton label={t.retryAll} question={t.retryAllQuestion} hint={t.retryAllHint} act={useRetry()} />
  );
}

export function QueuePage(): JSX.Element {
  const t = useTexts(jobTexts);
  const { queue } = useTexts(operatorPlaceTexts);
  const [filter, setFilter] = useState<JobFilter>('dead');
  const { data, error, refetch, isFetching } = useJobs(filter);
  const hasDead = filter === 'dead' && (data?.jobs.length ?? 0) > 0;
  return (
    <Stack gap="lg">
      <PageTitle
        title={queue}
        hint={t.queueHint}
        aside={
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            {t.refresh}
          </Button>
        }
      />
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      <Section title={t.jobs} hint={filter === 'dead' ? t.deadHint : t.jobsHint}>
        <Group justify="space-between" mb="md">
          <SegmentedControl
            size="xs"
            aria-label={t.show}
            value={filter}
            onChange={setFilter}
            data={(['dead', 'waiting', 'running'] as const).map((value) => ({ value, label: t[value] }))}
          />
          {hasDead ? <RetryAll /> : null}
        </Group>
        {data === undefined && error === null ? <Waiting lines={4} height={28} /> : null}
        {data === undefined ? null : <JobList jobs={data.jobs} filter={filter} />}
      </Section>
      <Section title={t.figures} hint={t.figuresHint}>
        {data === undefined && error === null ? <Waiting lines={4} height={28} /> : null}
        {data === undefined ? null : <Figures figures={data.figures} />}
      </Section>
    </Stack>
  );
}

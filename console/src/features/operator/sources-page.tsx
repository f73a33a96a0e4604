import { Badge, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { Sources } from '../../api/administration-shapes.ts';
import { useLanguage, useTexts } from '../../ui/language-context.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { Section } from '../../ui/section.tsx';
import { nameSource } from '../../ui/source-name.ts';
import { ErrorState, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { ImportState } from './import-state.tsx';
import { useSources } from './operator.ts';
import { operatorPlaceTexts } from './place-texts.ts';
import { describeCapability, sourceTexts } from './source-texts.ts';

type Live = Sources['live'][number];

const HEALTH = { closed: MEANING.clear, 'half-open': MEANING.trouble, open: MEANING.risk } as const;

function TwoLines({ first, second }: { first: string; second: string }): JSX.Element {
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {first}
      </Text>
      <Text size="sm" c="dimmed" className="farol-secret">
        {second}
      </Text>
    </Stack>
  );
}

function Health({ source }: { source: Live }): JSX.Element | null {
  const t = useTexts(sourceTexts);
  if (source.state !== 'IN_USE') return null;
  // A breaker that was never tried is closed, which says nothing about the source.
  const isUnknown = source.breaker === null || (source.breaker === 'closed' && source.lastSuccessAt === null);
  return (
    <Badge variant="light" color={isUnknown ? MEANING.unknown : HEALTH[source.breaker ?? 'closed']}>
      {isUnknown ? t.unknown : t[source.breaker ?? 'closed']}
    </Badge>
  );
}

function LiveSources({ live }: Pick<Sources, 'live'>): JSX.Element {
  const t = useTexts(sourceTexts);
  const { language, formats } = useLanguage();
  return (
    <Section title={t.live} hint={t.liveHint}>
      <PlainTable
        isStacked
        caption={t.live}
        columns={[
          { label: t.source },
          { label: t.serves },
          { label: t.state },
          { label: t.health },
          { label: t.lastSuccess },
        ]}
        rows={live.map((source) => ({
          key: `${source.capability} ${source.name}`,
          cells: [
            <TwoLines key="source" first={nameSource(language, source.name)} second={source.host} />,
            describeCapability(t, source.capability),
            <TwoLines
              key="state"
              first={t[source.state]}
              second={source.missing.length === 0 ? '' : t.missing(source.missing.join(', '))}
            />,
            <Health key="health" source={source} />,
            source.lastSuccessAt === null ? '' : formats.age(source.lastSuccessAt),
          ],
        }))}
      />
    </Section>
  );
}

function FileSources({ imported }: Pick<Sources, 'imported'>): JSX.Element {
  const t = useTexts(sourceTexts);
  const { language, formats } = useLanguage();
  return (
    <Section title={t.imported} hint={t.importedHint}>
      <PlainTable
        isStacked
        caption={t.imported}
        columns={[
          { label: t.source },
          { label: t.age },
          { label: t.edition },
          { label: t.rows, isNumber: true },
          { label: t.size, isNumber: true },
          { label: t.lastRun },
        ]}
        rows={imported.map((source) => ({
          key: source.source,
          cells: [
            <Text key="source" size="sm" fw={600}>
              {nameSource(language, source.source)}
            </Text>,
            source.importedAt === null ? t.never : formats.age(source.importedAt),
            source.edition ?? '',
            formats.count(source.rows),
            formats.size(source.sizeBytes),
            <ImportState key="state" state={source.lastState} />,
          ],
        }))}
      />
    </Section>
  );
}

export function SourcesPage(): JSX.Element {
  const t = useTexts(sourceTexts);
  const { sources } = useTexts(operatorPlaceTexts);
  const { data, error, refetch } = useSources();
  return (
    <Stack gap="lg">
      <PageTitle title={sources} hint={t.sourcesHint} />
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Waiting lines={8} height={28} /> : null}
      {data === undefined ? null : (
        <>
          <LiveSources live={data.live} />
          <FileSources imported={data.imported} />
        </>
      )}
    </Stack>
  );
}

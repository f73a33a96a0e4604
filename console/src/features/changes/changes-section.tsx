// What changed since an earlier analysis of the same document; nothing where there is none.
import { Alert, Badge, Button, Collapse, Group, List, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import { useState } from 'react';
import type { JSX } from 'react';
import type { Changes, Overview } from '../../api/shapes.ts';
import { useFormats, useLanguage, useTexts } from '../../ui/language-context.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import type { AnalysisName } from '../analysis/analyses.ts';
import { ChangedCases } from './changed-cases.tsx';
import { ChangedFindings } from './changed-findings.tsx';
import { useChanges, useEarlier } from './changes.ts';
import type { Earlier } from './changes.ts';
import { MetricTable } from './metric-table.tsx';
import { changeTexts } from './texts.ts';

const LOOKS = {
  stable: [MEANING.unknown, IconEqual],
  better: [MEANING.clear, IconArrowUpRight],
  worse: [MEANING.risk, IconArrowDownRight],
} as const;

function VerdictLine({ changes }: { changes: Changes }): JSX.Element {
  const t = useTexts(changeTexts);
  const { language, formats } = useLanguage();
  const [color, Mark] = LOOKS[changes.verdict];
  const { reasons, before, after } = changes;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Badge size="lg" variant="light" color={color} leftSection={<Mark size={16} aria-hidden />}>
          {t[changes.verdict]}
        </Badge>
        <Text size="sm" c="dimmed">
          {t.between(formats.moment(before.createdAt), formats.moment(after.createdAt))}
        </Text>
      </Group>
      {reasons.length === 0 ? <Text size="sm">{t.noReason}</Text> : null}
      <List size="sm" spacing={2}>
        {reasons.map(({ rule, sentence, count, value }) => (
          <List.Item key={rule}>
            {sentence[language]} ({formats.count(count)}
            {value === '' || Number(value) === 0 ? '' : `, ${formats.money(value)}`})
          </List.Item>
        ))}
      </List>
      {before.rulesVersion === after.rulesVersion ? null : (
        <Alert color={MEANING.unknown}>{t.rulesDiffer}</Alert>
      )}
    </Stack>
  );
}

function Compared({ name, since }: { name: AnalysisName; since: number }): JSX.Element {
  const t = useTexts(changeTexts);
  const pages = useChanges(useEnteredOrganization(), name, since);
  const [isOpen, { toggle }] = useDisclosure();
  if (pages.error !== null) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  const changes = pages.data?.pages[0];
  if (changes === undefined) return <Waiting lines={3} />;
  return (
    <Stack gap="md" align="stretch">
      <VerdictLine changes={changes} />
      <Button
        size="xs"
        variant="default"
        onClick={toggle}
        aria-expanded={isOpen}
        style={{ alignSelf: 'flex-start' }}
        className="farol-noprint"
      >
        {isOpen ? t.hide : t.show}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap="lg">
          <MetricTable metrics={changes.metrics} />
          <ChangedCases
            cases={pages.data?.pages.flatMap(({ cases }) => cases.result) ?? []}
            isLoading={pages.isFetchingNextPage}
            onMore={pages.hasNextPage ? () => void pages.fetchNextPage() : null}
          />
          <ChangedFindings changes={changes} />
        </Stack>
      </Collapse>
    </Stack>
  );
}

type ChosenProps = { earlier: readonly Earlier[]; since: number; onChoose(since: number): void };

function SinceChoice({ earlier, since, onChoose }: ChosenProps): JSX.Element {
  const t = useTexts(changeTexts);
  const formats = useFormats();
  return (
    <NativeSelect
      size="xs"
      label={t.since}
      className="farol-noprint"
      value={String(since)}
      data={earlier.map(({ analysisId, createdAt }) => ({
        value: String(analysisId),
        label: formats.moment(createdAt),
      }))}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
    />
  );
}

type ChangesSectionProps = { name: AnalysisName; overview: Overview };

export function ChangesSection({ name, overview }: ChangesSectionProps): JSX.Element | null {
  const t = useTexts(changeTexts);
  const { data: earlier, error } = useEarlier(useEnteredOrganization(), name, overview.documentNumber);
  const [chosen, setChosen] = useState<number | null>(null);
  if (error !== null) {
    return (
      <Section title={t.title}>
        <ErrorState error={error} />
      </Section>
    );
  }
  const since = chosen ?? earlier?.[0]?.analysisId;
  if (earlier === undefined || since === undefined) return null;
  return (
    <Section title={t.title} aside={<SinceChoice earlier={earlier} since={since} onChoose={setChosen} />}>
      <Compared name={name} since={since} />
    </Section>
  );
}

// What is told of one process: its card, its parties, what happened in it, and who says so.
import { Button, Center, SimpleGrid, Stack, Text, Timeline, Title } from '@mantine/core';
import type { JSX } from 'react';
import type { Process } from '../../api/shapes.ts';
import { useFormats, useLanguage, useTexts } from '../../ui/language-context.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { Section } from '../../ui/section.tsx';
import { nameSource } from '../../ui/source-name.ts';
import { NothingYet } from '../../ui/states.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { processTexts } from './texts.ts';

type ProcessTexts = (typeof processTexts)['pt-BR'];

const DEGREES = ['G1', 'G2', 'JE', 'TR', 'SUP'] as const;

/** A degree that the courts' tables do not know is told as it came. */
function degreeText(t: ProcessTexts, degree: string): string {
  const known = DEGREES.find((each) => each === degree);
  return known === undefined ? degree : t[known];
}

function lifeText(t: ProcessTexts, life: Process['life']): string {
  if (life === '') return '';
  return life === 'ACTIVE' ? t.running : t.ended;
}

function useFacts(process: Process): [string, string][] {
  const t = useTexts(processTexts);
  const formats = useFormats();
  const { court, class: kind, subjects, value, filedOn, refresh, isImported } = process;
  const result = refresh.result === null ? '' : ` (${t[refresh.result]})`;
  return [
    [t.court, court],
    [t.class, kind.name === '' && kind.code > 0 ? String(kind.code) : kind.name],
    [t.subjects, subjects.map(({ code, name }) => (name === '' ? String(code) : name)).join(', ')],
    [t.value, value === '' ? '' : formats.money(value)],
    [t.filedOn, filedOn === null ? '' : formats.day(filedOn)],
    [t.life, lifeText(t, process.life)],
    [t.refreshed, refresh.refreshedAt === null ? t.never : `${formats.age(refresh.refreshedAt)}${result}`],
    [t.origin, isImported ? t.imported : t.byRadar],
  ];
}

export function ProcessCard({ process }: { process: Process }): JSX.Element {
  const t = useTexts(processTexts);
  const { notInformed } = useTexts(uiTexts);
  return (
    <Section title={t.card}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} component="dl" m={0}>
        {useFacts(process).map(([label, fact]) => (
          <Stack key={label} gap={0}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0}>
              {fact === '' ? notInformed : fact}
            </Text>
          </Stack>
        ))}
      </SimpleGrid>
    </Section>
  );
}

type Party = Process['parties']['active'][number];

function Side({ title, parties }: { title: string; parties: readonly Party[] }): JSX.Element | null {
  if (parties.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      {parties.map(({ name, role }) => (
        <div key={name} className="farol-line">
          <Text size="sm" fw={600} pt={6}>
            {name}
          </Text>
          <Text size="sm" c="dimmed" pb={6}>
            {role}
          </Text>
        </div>
      ))}
    </div>
  );
}

export function ProcessParties({ process: { parties } }: { process: Process }): JSX.Element {
  const t = useTexts(processTexts);
  const { active, passive, others } = parties;
  return (
    <Section title={t.parties} hint={t.partiesHint}>
      {active.length + passive.length + others.length === 0 ? (
        <NothingYet title={t.noParties} />
      ) : (
        <SimpleGrid cols={{ base: 1, md: 3 }}>
          <Side title={t.activeSide} parties={active} />
          <Side title={t.passiveSide} parties={passive} />
          <Side title={t.others} parties={others} />
        </SimpleGrid>
      )}
    </Section>
  );
}

type MovementsProps = {
  movements: Process['movements'];
  total: number;
  isLoading: boolean;
  /** Null when all are shown. */
  onMore: (() => void) | null;
};

export function ProcessMovements({ movements, total, isLoading, onMore }: MovementsProps): JSX.Element {
  const t = useTexts(processTexts);
  const formats = useFormats();
  if (total === 0) {
    return (
      <Section title={t.movements}>
        <NothingYet title={t.noMovements} />
      </Section>
    );
  }
  return (
    <Section title={t.movements} hint={t.movementsHint(formats.count(total))}>
      <Timeline bulletSize={12} lineWidth={2} active={0}>
        {movements.map(({ code, name, at, degree }, index) => (
          <Timeline.Item key={String(index)} title={name === '' ? t.code(code) : name}>
            <Text size="sm" c="dimmed">
              {formats.moment(at)}
              {degree === '' ? '' : ` · ${degreeText(t, degree)}`}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {onMore === null ? null : (
        <Center mt="md">
          <Button variant="default" loading={isLoading} onClick={onMore}>
            {t.more}
          </Button>
        </Center>
      )}
    </Section>
  );
}

export function ProcessSources({ process: { sources } }: { process: Process }): JSX.Element | null {
  const t = useTexts(processTexts);
  const { language, formats } = useLanguage();
  if (sources.length === 0) return null;
  return (
    <Section title={t.sources}>
      <PlainTable
        isStacked
        caption={t.sources}
        columns={[{ label: t.source }, { label: t.unit }, { label: t.updatedAt }, { label: t.fetchedAt }]}
        rows={sources.map(({ source, degree, unit, updatedAt, fetchedAt }) => ({
          key: `${source} ${degree} ${unit}`,
          cells: [
            [nameSource(language, source), degreeText(t, degree)].filter((part) => part !== '').join(' · '),
            unit === '' ? '–' : unit,
            updatedAt === null ? '–' : formats.moment(updatedAt),
            `${formats.age(fetchedAt)} (${formats.moment(fetchedAt)})`,
          ],
        }))}
      />
    </Section>
  );
}

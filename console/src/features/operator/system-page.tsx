import { Badge, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { System } from '../../api/administration-shapes.ts';
import { useFormats, useLanguage, useTexts } from '../../ui/language-context.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { describeAct } from './act-texts.ts';
import { describeFinding } from './doctor-texts.ts';
import { useSystem } from './operator.ts';
import { operatorPlaceTexts } from './place-texts.ts';
import { operatorTexts } from './texts.ts';

type Finding = System['findings'][number];

const COLOURS = { ok: MEANING.clear, warning: MEANING.trouble, fault: MEANING.risk } as const;
/** What is wrong stands first. */
const WEIGHT = { fault: 0, warning: 1, ok: 2 } as const;

function Version({ system }: { system: System }): JSX.Element {
  const t = useTexts(operatorTexts);
  const formats = useFormats();
  const facts = [
    [t.farol, system.version],
    [t.node, system.node],
    [t.database, system.database],
    [t.startedAt, formats.moment(system.startedAt)],
  ] as const;
  return (
    <Section title={t.version}>
      <SimpleGrid cols={{ base: 2, sm: 4 }} component="dl" m={0}>
        {facts.map(([label, fact]) => (
          <Stack key={label} gap={0}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0} fw={600} className="farol-number">
              {fact}
            </Text>
          </Stack>
        ))}
      </SimpleGrid>
    </Section>
  );
}

function FindingLine({ finding }: { finding: Finding }): JSX.Element {
  const t = useTexts(operatorTexts);
  const { language } = useLanguage();
  const { name, told, original } = describeFinding(language, finding);
  return (
    <div className="farol-finding farol-line">
      <Badge variant="light" color={COLOURS[finding.state]}>
        {t[finding.state]}
      </Badge>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="sm" component="div" className="farol-secret">
        {told === '' ? null : <div>{told}</div>}
        {original === '' ? null : <div lang="en">{original}</div>}
      </Text>
    </div>
  );
}

type DoctorProps = { findings: System['findings']; isFetching: boolean; onAgain(): void };

function Doctor({ findings, isFetching, onAgain }: DoctorProps): JSX.Element {
  const t = useTexts(operatorTexts);
  const formats = useFormats();
  const wrong = findings.filter(({ state }) => state !== 'ok').length;
  return (
    <Section
      title={t.doctor}
      hint={t.doctorHint}
      aside={
        <Button size="xs" variant="default" loading={isFetching} onClick={onAgain}>
          {t.again}
        </Button>
      }
    >
      <Group mb="xs">
        <Badge size="lg" variant="light" color={wrong === 0 ? MEANING.clear : MEANING.trouble}>
          {wrong === 0 ? t.allFine(formats.count(findings.length)) : t.faults(formats.count(wrong))}
        </Badge>
      </Group>
      {findings
        .toSorted((one, other) => WEIGHT[one.state] - WEIGHT[other.state])
        .map((finding) => (
          <FindingLine key={`${finding.check} ${finding.message}`} finding={finding} />
        ))}
    </Section>
  );
}

function Acts({ acts }: Pick<System, 'acts'>): JSX.Element {
  const t = useTexts(operatorTexts);
  const formats = useFormats();
  const { language } = useLanguage();
  return (
    <Section title={t.acts} hint={t.actsHint}>
      <PlainTable
        isStacked
        caption={t.acts}
        columns={[{ label: t.when }, { label: t.who }, { label: t.what }]}
        rows={acts.map(({ id, at, username, action, subject }) => ({
          key: String(id),
          cells: [
            formats.moment(at),
            username,
            `${describeAct(language, action)}${/\d/.test(subject) ? ` · ${subject}` : ''}`,
          ],
        }))}
      />
    </Section>
  );
}

export function SystemPage(): JSX.Element {
  const t = useTexts(operatorTexts);
  const { system } = useTexts(operatorPlaceTexts);
  const { data, error, refetch, isFetching } = useSystem();
  return (
    <Stack gap="lg">
      <PageTitle title={system} hint={t.systemHint} />
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Waiting lines={8} height={28} /> : null}
      {data === undefined ? null : (
        <>
          <Version system={data} />
          <Doctor findings={data.findings} isFetching={isFetching} onAgain={() => void refetch()} />
          <Acts acts={data.acts} />
        </>
      )}
    </Stack>
  );
}

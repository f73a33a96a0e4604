// The headline: what weighs, the three strongest reasons, and what nobody looked at.
import { Alert, Badge, Group, List, Paper, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, IconLoader, IconShieldCheck } from '@tabler/icons-react';
import type { JSX } from 'react';
import type { Overview, Register } from '../../api/shapes.ts';
import { useFormats, useLanguage, useTexts } from '../../ui/language-context.tsx';
import { MEANING } from '../../ui/theme.ts';
import { lineOf, riskOf } from './summary.ts';
import { analysisTexts } from './texts.ts';
import { Tiles } from './tiles.tsx';
import { verdictTexts } from './verdict-texts.ts';

type VerdictProps = { register: Register; overview: Overview };
const STRONGEST = 3;

type Kind = 'pending' | 'risk' | 'debtsOnly' | 'clear';

function kindOf({ register, overview }: VerdictProps): Kind {
  // For a moment the overview may be that of before.
  if (register.statusIndex !== 'DONE' || overview.statusIndex !== 'DONE') return 'pending';
  if (riskOf(register).count > 0) return 'risk';
  const owed = lineOf(register, 'RISK_PROTEST').count + lineOf(register, 'RISK_DEBTOR').count;
  return owed > 0 ? 'debtsOnly' : 'clear';
}

function useHeadline({ register, overview }: VerdictProps): string {
  const t = useTexts(verdictTexts);
  const formats = useFormats();
  const kind = kindOf({ register, overview });
  if (kind !== 'risk') return t[kind];
  const { count } = riskOf(register);
  if (overview.total === 1) return t.onlyRisk;
  const total = formats.count(overview.total);
  return count === 1 ? t.oneRisk(total) : t.risk(formats.count(count), total);
}

function useReasons({ register, overview }: VerdictProps): string[] {
  const t = useTexts(verdictTexts);
  const { language, formats } = useLanguage();
  const ofCases = overview.reasons.map(({ sentence, total, value }) => {
    const where = total === 1 ? t.inOneCase : t.inCases(formats.count(total));
    const worth = Number(value) > 0 ? `, ${t.worth(formats.money(value))}` : '';
    return `${sentence[language]} (${where}${worth})`;
  });
  const [debts, protests] = [lineOf(register, 'RISK_DEBTOR'), lineOf(register, 'RISK_PROTEST')];
  const owed = [
    ...(debts.count > 0 ? [`${t.debts(formats.count(debts.count))}, ${formats.money(debts.value)}`] : []),
    ...(protests.count > 0 ? [t.protests(formats.count(protests.count))] : []),
  ];
  return [...ofCases, ...owed].slice(0, STRONGEST);
}

function Unlooked({ register }: { register: Register }): JSX.Element | null {
  const t = useTexts(verdictTexts);
  const steps = useTexts(analysisTexts);
  if (register.status !== 'DONE') return null;
  const parts: [string, string][] = [
    [steps.stepProtests, register.statusProtest],
    [steps.stepDebts, register.statusDebtor],
    [steps.stepPartners, register.statusQSA],
  ];
  const of = (status: string): string =>
    parts
      .filter(([, each]) => each === status)
      .map(([label]) => label.toLowerCase())
      .join(', ');
  const [unchecked, failed] = [of('INITIAL'), of('ERROR')];
  return (
    <>
      {unchecked === '' ? null : <Alert color={MEANING.unknown}>{t.unchecked(unchecked)}</Alert>}
      {failed === '' ? null : <Alert color={MEANING.trouble}>{t.failed(failed)}</Alert>}
    </>
  );
}

const LOOKS = {
  pending: [MEANING.unknown, IconLoader],
  risk: [MEANING.risk, IconAlertTriangle],
  debtsOnly: [MEANING.trouble, IconAlertTriangle],
  clear: [MEANING.clear, IconShieldCheck],
} as const;

function Reasons(props: VerdictProps): JSX.Element | null {
  const t = useTexts(verdictTexts);
  const reasons = useReasons(props);
  if (reasons.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text fw={600} size="sm">
        {t.reasons}
      </Text>
      <List type="ordered" size="sm" spacing={4}>
        {reasons.map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
    </Stack>
  );
}

function Terms({ terms }: { terms: readonly string[] }): JSX.Element | null {
  const t = useTexts(verdictTexts);
  if (terms.length === 0) return null;
  return (
    <Group gap={6}>
      <Text size="sm" c="dimmed">
        {t.terms}:
      </Text>
      {terms.map((term) => (
        <Badge key={term} variant="default" tt="none" fw={500}>
          {term}
        </Badge>
      ))}
    </Group>
  );
}

export function Verdict(props: VerdictProps): JSX.Element {
  const headline = useHeadline(props);
  const [color, Mark] = LOOKS[kindOf(props)];
  return (
    <Stack gap="md" component="section">
      <Paper withBorder p={{ base: 'md', sm: 'lg' }} className="farol-verdict" data-color={color}>
        <Group align="flex-start" wrap="nowrap" gap="md">
          <ThemeIcon size={44} radius="xl" variant="light" color={color}>
            <Mark size={24} aria-hidden />
          </ThemeIcon>
          <Stack gap="sm">
            <Title order={2} size="h3">
              {headline}
            </Title>
            <Reasons {...props} />
            <Terms terms={props.register.importantTerms} />
          </Stack>
        </Group>
      </Paper>
      <Unlooked register={props.register} />
      {props.register.statusIndex === 'DONE' ? (
        <SimpleGrid cols={{ base: 2, lg: 5 }} spacing="sm" className="farol-tiles">
          <Tiles {...props} />
        </SimpleGrid>
      ) : null}
    </Stack>
  );
}

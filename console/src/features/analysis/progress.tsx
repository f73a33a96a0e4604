import { Group, Loader, SimpleGrid, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconMinus } from '@tabler/icons-react';
import type { JSX } from 'react';
import type { Register } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { Section } from '../../ui/section.tsx';
import { MEANING } from '../../ui/theme.ts';
import { analysisTexts } from './texts.ts';

type Status = Register['status'];
type StepProps = { label: string; status: Status; isWhole: boolean };

function StepMark({ status, isWhole }: Omit<StepProps, 'label'>): JSX.Element {
  if (status === 'PROCESSING') return <Loader size={20} aria-hidden />;
  const [color, Mark] =
    status === 'DONE'
      ? [MEANING.clear, IconCheck]
      : status === 'ERROR'
        ? [MEANING.trouble, IconAlertTriangle]
        : [MEANING.unknown, isWhole ? IconMinus : IconClock];
  return (
    <ThemeIcon size={22} radius="xl" variant="light" color={color}>
      <Mark size={14} aria-hidden />
    </ThemeIcon>
  );
}

function Step({ label, status, isWhole }: StepProps): JSX.Element {
  const t = useTexts(analysisTexts);
  const words = {
    INITIAL: isWhole ? t.stepUnchecked : t.stepWaiting,
    PROCESSING: t.stepRunning,
    DONE: t.stepDone,
    ERROR: t.stepFailed,
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <StepMark status={status} isWhole={isWhole} />
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Text size="xs" c="dimmed">
          {words[status]}
        </Text>
      </Stack>
    </Group>
  );
}

export function Progress({ register }: { register: Register }): JSX.Element {
  const t = useTexts(analysisTexts);
  const isWhole = register.status === 'DONE' || register.status === 'ERROR';
  const steps: [string, Status][] = [
    [t.stepCases, register.statusIndex],
    [t.stepProtests, register.statusProtest],
    [t.stepDebts, register.statusDebtor],
    [t.stepPartners, register.statusQSA],
    [t.stepReport, register.statusReport],
  ];
  return (
    <Section title={t.progressTitle}>
      <SimpleGrid cols={{ base: 2, sm: 5 }} role="status" aria-live="polite">
        {steps.map(([label, status]) => (
          <Step key={label} label={label} status={status} isWhole={isWhole} />
        ))}
      </SimpleGrid>
    </Section>
  );
}

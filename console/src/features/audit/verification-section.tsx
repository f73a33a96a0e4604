import { Alert, Button, Code, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import type { JSX } from 'react';
import type { Verification } from '../../api/administration-shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { useVerification } from './audit.ts';
import { auditTexts, describeFinding } from './texts.ts';

function Findings({ findings }: Pick<Verification, 'findings'>): JSX.Element | null {
  const t = useTexts(auditTexts);
  const formats = useFormats();
  if (findings.length === 0) return null;
  return (
    <>
      <List size="sm">
        {findings.map(({ kind, number, through }) => (
          <List.Item key={`${kind} ${number}`}>
            {describeFinding(
              t,
              kind,
              number === through
                ? formats.count(number)
                : `${formats.count(number)}–${formats.count(through)}`,
            )}
          </List.Item>
        ))}
      </List>
      <Text size="sm">{t.brokenHelp}</Text>
    </>
  );
}

function Result({ result }: { result: Verification }): JSX.Element {
  const t = useTexts(auditTexts);
  const formats = useFormats();
  const { isWhole, from, rows, unnumbered, head } = result;
  return (
    <Alert
      role="status"
      color={isWhole ? MEANING.clear : MEANING.risk}
      title={isWhole ? t.whole : t.broken}
      icon={isWhole ? <IconShieldCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
    >
      <Stack gap={6}>
        <Text size="sm">
          {rows === 0
            ? t.empty
            : t.looked(formats.count(rows), formats.count(from), formats.count(head.number))}{' '}
          {unnumbered === 0 ? '' : t.waiting(formats.count(unnumbered))}
        </Text>
        <Findings findings={result.findings} />
        {head.hash === '' ? null : (
          <Text size="sm" c="dimmed">
            {t.head}: <Code className="farol-secret">{head.hash}</Code>
          </Text>
        )}
      </Stack>
    </Alert>
  );
}

export function VerificationSection(): JSX.Element {
  const t = useTexts(auditTexts);
  const { data, error, refetch, isFetching } = useVerification(useEnteredOrganization().organizationId);
  return (
    <Section
      title={t.verify}
      hint={t.verifyHint}
      aside={
        <Button size="xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
          {t.again}
        </Button>
      }
    >
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Waiting lines={2} /> : null}
      {data === undefined ? null : <Result result={data} />}
    </Section>
  );
}

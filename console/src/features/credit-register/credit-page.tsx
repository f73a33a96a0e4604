import { Alert, Group, Loader, Paper, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { JSX } from 'react';
import { ApiFault } from '../../api/http.ts';
import { DocumentForm } from '../../ui/document-form.tsx';
import { useTexts } from '../../ui/language-context.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { canCharge, planWith, useEnteredOrganization } from '../accounts/use-organization.ts';
import { useEvents } from '../events/events-context.tsx';
import { ConsentForm } from './consent-form.tsx';
import { useCredit } from './credit.ts';
import { creditTexts } from './texts.ts';

const Indicators = lazy(async () => ({ default: (await import('./indicators.tsx')).Indicators }));

function Processing(): JSX.Element {
  const t = useTexts(creditTexts);
  return (
    <Group gap="sm" role="status">
      <Loader size={18} aria-hidden />
      <Stack gap={0}>
        <Text fw={600}>{t.processing}</Text>
        <Text size="sm" c="dimmed">
          {t.processingHint}
        </Text>
      </Stack>
    </Group>
  );
}

type AnswerProps = { credit: ReturnType<typeof useCredit>; document: string };

function Answer({ credit, document }: AnswerProps): JSX.Element {
  const { data, error } = credit;
  if (error instanceof ApiFault && error.kind === 'ConsentRequiredException') {
    return <ConsentForm document={document} onRecorded={() => credit.mutate(document)} />;
  }
  if (error !== null) return <ErrorState error={error} onRetry={() => credit.mutate(document)} />;
  if (data === undefined || data.status === 'PROCESSING') return <Processing />;
  return (
    <Suspense fallback={<Waiting lines={4} height={40} />}>
      <Indicators found={data} />
    </Suspense>
  );
}

export function CreditPage(): JSX.Element {
  const t = useTexts(creditTexts);
  const organization = useEnteredOrganization();
  const [document, setDocument] = useState('');
  const credit = useCredit(organization);
  const isWaiting = credit.data?.status === 'PROCESSING';
  useEvents(
    isWaiting
      ? (event) => (event === null || event.type === 'scr.completed') && credit.mutate(document)
      : null,
  );
  const refusal =
    planWith(organization, 'SCR') === null ? t.noPlan : canCharge(organization) ? null : t.noRole;
  return (
    <Stack gap="lg">
      <PageTitle title={t.title} hint={t.hint} />
      {refusal === null ? (
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <DocumentForm
            label={t.document}
            fault={t.wrong}
            act={t.ask}
            isBusy={credit.isPending}
            onAsk={(wanted) => {
              setDocument(wanted);
              credit.mutate(wanted);
            }}
          />
        </Paper>
      ) : (
        <Alert color={MEANING.unknown}>{refusal}</Alert>
      )}
      {document === '' ? null : (
        <Paper withBorder p={{ base: 'md', sm: 'lg' }} aria-live="polite">
          <Answer credit={credit} document={document} />
        </Paper>
      )}
    </Stack>
  );
}

import { Alert, Button, Paper, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import type { Licence } from '../../api/shapes.ts';
import { DocumentForm } from '../../ui/document-form.tsx';
import { useTexts } from '../../ui/language-context.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { canCharge, planWith, useEnteredOrganization } from '../accounts/use-organization.ts';
import { useEvents } from '../events/events-context.tsx';
import { LicenceCard } from './licence-card.tsx';
import { LICENCE_KEY, useLatestLicence, useLicence, useLicenceRequest } from './licences.ts';
import { licenceTexts } from './texts.ts';

function isOpen(licence: Licence | null | undefined): boolean {
  return licence?.status === 'PENDING' || licence?.status === 'PROCESSING';
}

function useLiveLicence(isWaiting: boolean): void {
  const client = useQueryClient();
  useEvents(
    isWaiting
      ? (event) => {
          if (event === null || event.type === 'cnh.completed') {
            void client.invalidateQueries({ queryKey: [LICENCE_KEY] });
          }
        }
      : null,
  );
}

function AskButton({
  document,
  isAgain,
  onAsked,
}: {
  document: string;
  isAgain: boolean;
  onAsked(requestId: string): void;
}): JSX.Element {
  const t = useTexts(licenceTexts);
  const organization = useEnteredOrganization();
  const request = useLicenceRequest(organization.organizationId);
  if (planWith(organization, 'CNH') === null) return <Alert color={MEANING.unknown}>{t.noPlan}</Alert>;
  if (!canCharge(organization)) return <Alert color={MEANING.unknown}>{t.noRole}</Alert>;
  return (
    <Stack align="flex-start">
      {request.error === null ? null : <ErrorState error={request.error} />}
      <Button
        loading={request.isPending}
        variant={isAgain ? 'default' : 'filled'}
        onClick={() => request.mutate(document, { onSuccess: ({ requestId }) => onAsked(requestId) })}
      >
        {isAgain ? t.askAgain : t.ask}
      </Button>
    </Stack>
  );
}

function Answer({ document }: { document: string }): JSX.Element {
  const t = useTexts(licenceTexts);
  const { organizationId } = useEnteredOrganization();
  const [requestId, setRequestId] = useState('');
  const latest = useLatestLicence(organizationId, document);
  const asked = useLicence(organizationId, requestId);
  const shown = requestId === '' ? latest : asked;
  useLiveLicence(isOpen(shown.data));
  if (shown.error !== null) return <ErrorState error={shown.error} onRetry={() => void shown.refetch()} />;
  if (shown.data === undefined) return <Waiting lines={5} />;
  const isAgain = shown.data !== null;
  return (
    <Stack>
      {shown.data === null ? (
        <NothingYet title={t.none}>{t.noneHint}</NothingYet>
      ) : (
        <LicenceCard licence={shown.data} />
      )}
      {isOpen(shown.data) ? null : <AskButton document={document} isAgain={isAgain} onAsked={setRequestId} />}
    </Stack>
  );
}

export function LicencesPage(): JSX.Element {
  const t = useTexts(licenceTexts);
  const [document, setDocument] = useState('');
  return (
    <Stack gap="lg">
      <PageTitle title={t.title} hint={t.hint} />
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <DocumentForm label={t.cpf} fault={t.wrongCpf} act={t.look} isCpfOnly onAsk={setDocument} />
      </Paper>
      {document === '' ? null : (
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Answer key={document} document={document} />
        </Paper>
      )}
    </Stack>
  );
}

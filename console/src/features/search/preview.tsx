// Before anything is charged: who it is, how many cases are known, what an analysis costs, and the last one there is.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { Organization } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { writeCaseNumber, writeDocument } from '../../ui/numbers.ts';
import { ErrorState, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { canCharge, planWith, useEnteredOrganization } from '../accounts/use-organization.ts';
import { useCount, useCreateAnalysis, useLatestAnalysis } from '../analysis/analyses.ts';
import type { Asked } from '../analysis/analyses.ts';
import { useBalance } from '../plans/balance.ts';
import type { Wanted } from './recognise.ts';
import { searchTexts } from './texts.ts';

type SearchTexts = (typeof searchTexts)['pt-BR'];

function countText(t: SearchTexts, total: number, written: string): string {
  if (total === 0) return t.noCases;
  return total === 1 ? t.oneCase : t.cases(written);
}

function useCost(organization: Organization): string {
  const t = useTexts(searchTexts);
  const formats = useFormats();
  const { data } = useBalance(organization);
  const planId = planWith(organization, 'ANALYTICS');
  const plan = data?.find((each) => each.plan.planId === planId);
  return plan === undefined ? t.costUnknown : t.cost(formats.count(plan.available));
}

type ActProps = { asked: Asked; onClose(): void };

function Acts({ asked, onClose }: ActProps): JSX.Element {
  const t = useTexts(searchTexts);
  const formats = useFormats();
  const navigate = useNavigate();
  const organization = useEnteredOrganization();
  const { organizationId } = organization;
  const cost = useCost(organization);
  const create = useCreateAnalysis(organization);
  const { data: latest } = useLatestAnalysis(organization, asked.document);
  const planId = planWith(organization, 'ANALYTICS');
  if (planId === null || !canCharge(organization)) {
    return <Alert color={MEANING.unknown}>{planId === null ? t.noPlan : t.noRole}</Alert>;
  }
  const start = (): void =>
    create.mutate(
      { ...asked, planId },
      {
        onSuccess: ({ result }) => {
          onClose();
          const [unique, analysis] = [result.userPlanConsumeUniqueId, result.userPlanConsumeAnalyticsId];
          void navigate({ to: `/o/${organizationId}/analyses/${unique}/${analysis}` });
        },
      },
    );
  return (
    <Stack gap="sm">
      <Text size="sm">{cost}</Text>
      {create.error === null ? null : <ErrorState error={create.error} />}
      <Group>
        <Button onClick={start} loading={create.isPending} data-autofocus>
          {latest === null || latest === undefined ? t.analyse : t.analyseAgain}
        </Button>
        {latest === null || latest === undefined ? null : (
          <Button
            variant="default"
            component={Link}
            to={`/o/${organizationId}/analyses/${latest.uniqueId}/${latest.analysisId}`}
            onClick={onClose}
            title={t.last(formats.moment(latest.createdAt))}
          >
            {t.open}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function DocumentPreview({ asked, onClose }: ActProps): JSX.Element {
  const t = useTexts(searchTexts);
  const formats = useFormats();
  const { data, error, refetch } = useCount(useEnteredOrganization(), asked);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting lines={4} />;
  const name = data.result[0]?.documentInfo ?? '';
  return (
    <Stack gap="sm">
      <Stack gap={0}>
        <Text fw={650} size="lg">
          {name === '' ? t.unknownName : name}
        </Text>
        <Text c="dimmed" className="farol-number">
          {asked.type} {writeDocument(asked.document)}
        </Text>
      </Stack>
      <Stack gap={0}>
        <Text fw={600}>{countText(t, data.total, formats.count(data.total))}</Text>
        <Text size="sm" c="dimmed">
          {t.free}
        </Text>
      </Stack>
      <Acts asked={asked} onClose={onClose} />
    </Stack>
  );
}

function Asked({ wanted, onClose }: { wanted: Wanted; onClose(): void }): JSX.Element {
  const t = useTexts(searchTexts);
  const { organizationId } = useEnteredOrganization();
  if (wanted.kind === 'document') return <DocumentPreview asked={wanted} onClose={onClose} />;
  return (
    <Stack gap="xs">
      <Text fw={650} className="farol-number">
        {writeCaseNumber(wanted.number)}
      </Text>
      <Text>{wanted.court}</Text>
      <Text size="sm">{t.caseHelp}</Text>
      <Group>
        <Button
          component={Link}
          to={`/o/${organizationId}/processes/${wanted.number}`}
          onClick={onClose}
          data-autofocus
        >
          {t.openCase}
        </Button>
      </Group>
    </Stack>
  );
}

export function Preview({ wanted, onClose }: { wanted: Wanted; onClose(): void }): JSX.Element {
  const t = useTexts(searchTexts);
  return (
    <TitledDialog title={wanted.kind === 'document' ? t.preview : t.caseTitle} onClose={onClose}>
      <Asked wanted={wanted} onClose={onClose} />
    </TitledDialog>
  );
}

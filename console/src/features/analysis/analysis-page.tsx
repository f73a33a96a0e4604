// One analysis: while it runs its steps, then what it found, the weightiest first.
import { Alert, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { JSX } from 'react';
import type { Overview, Register } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { ErrorState, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { ChangesSection } from '../changes/changes-section.tsx';
import { useEvents } from '../events/events-context.tsx';
import { GraphSection } from '../graph/graph-section.tsx';
import { consultKey, useConsult, useOverview } from './analyses.ts';
import type { AnalysisName } from './analyses.ts';
import { AnalysisTitle } from './analysis-title.tsx';
import { CasesSection } from './cases-section.tsx';
import { CompanySection } from './company-section.tsx';
import { DebtsSection, ProtestsSection } from './debts-sections.tsx';
import { Progress } from './progress.tsx';
import { SourcesSection } from './sources-section.tsx';
import { analysisTexts } from './texts.ts';
import { TiesSection } from './ties-section.tsx';
import { Verdict } from './verdict.tsx';

// The charts' library is heavy, and the words come first.
const Charts = lazy(async () => ({ default: (await import('./charts.tsx')).Charts }));

/** Asks anew whenever the server tells of a step, and whenever the stream of events has come back. */
function useLiveProgress(name: AnalysisName, isRunning: boolean): void {
  const client = useQueryClient();
  useEvents(
    isRunning
      ? (event) => {
          if (event !== null && event.data['userPlanConsumeAnalyticsId'] !== name.analysisId) return;
          void client.invalidateQueries({ queryKey: consultKey(name) });
          if (event?.type === 'analysis.completed')
            void client.invalidateQueries({ queryKey: ['activities'] });
        }
      : null,
  );
}

type FoundProps = { register: Register; overview: Overview; name: AnalysisName };

function Found({ register, overview, name }: FoundProps): JSX.Element {
  const isCounted = register.statusIndex === 'DONE';
  // Before its end a part that has not begun is not one that nobody asks about.
  const isWhole = register.status === 'DONE' || register.status === 'ERROR';
  return (
    <>
      <Verdict register={register} overview={overview} />
      {isCounted ? <ChangesSection name={name} overview={overview} /> : null}
      {isCounted && overview.total > 0 ? (
        <Suspense fallback={<Waiting lines={3} height={90} />}>
          <Charts register={register} overview={overview} />
        </Suspense>
      ) : null}
      {isCounted ? <CasesSection name={name} overview={overview} /> : null}
      {isWhole || register.statusDebtor === 'DONE' ? (
        <DebtsSection overview={overview} status={register.statusDebtor} />
      ) : null}
      {isWhole || register.statusProtest === 'DONE' ? (
        <ProtestsSection overview={overview} status={register.statusProtest} />
      ) : null}
      <CompanySection overview={overview} />
      {isWhole || register.statusQSA === 'DONE' ? (
        <TiesSection overview={overview} status={register.statusQSA} />
      ) : null}
      {isCounted ? <GraphSection name={name} /> : null}
      {isWhole ? <SourcesSection overview={overview} register={register} /> : null}
    </>
  );
}

export function AnalysisPage(): JSX.Element {
  const t = useTexts(analysisTexts);
  const { uniqueId, analysisId } = useParams({ from: '/o/$organizationId/analyses/$uniqueId/$analysisId' });
  const name = { uniqueId, analysisId };
  const organization = useEnteredOrganization();
  const consult = useConsult(organization, name);
  const overview = useOverview(organization, name, consult.data);
  const status = consult.data?.status;
  useLiveProgress(name, status === undefined || status === 'INITIAL' || status === 'PROCESSING');
  const error = consult.error ?? overview.error;
  const retry = (): void => void Promise.all([consult.refetch(), overview.refetch()]);
  if (consult.data === undefined || overview.data === undefined) {
    if (error !== null) return <ErrorState isPage error={error} onRetry={retry} />;
    return <Waiting lines={10} height={28} />;
  }
  const register = consult.data;
  return (
    <Stack gap="lg">
      {error === null ? null : <ErrorState error={error} onRetry={retry} />}
      <AnalysisTitle register={register} overview={overview.data} name={name} />
      {status === 'ERROR' ? (
        <Alert color={MEANING.trouble} title={t.failedTitle} role="alert">
          {t.failedHelp}
        </Alert>
      ) : null}
      {status === 'DONE' ? null : <Progress register={register} />}
      <Found register={register} overview={overview.data} name={name} />
    </Stack>
  );
}

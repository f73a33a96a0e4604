// What came of each document so far, by line. Documents are masked until somebody asks for one.
import { Anchor, Badge, Button, Group, NativeSelect, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { JSX } from 'react';
import type { Batch, BatchResult } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { writeDocument } from '../../ui/numbers.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { MaskedDocument } from '../analysis/masked-document.tsx';
import { lineOf, riskOf } from '../analysis/summary.ts';
import { isGoingOn } from './batch-progress.tsx';
import { RESULTS_KEY, useResults } from './batches.ts';
import type { ResultStatus, useBatchFile } from './batches.ts';
import { batchTexts } from './texts.ts';
import { useLiveBatches } from './use-live-batches.ts';

const STATUSES: readonly ResultStatus[] = ['WAITING', 'PROCESSING', 'DONE', 'ERROR', 'CANCELLED'];
const COLOURS = {
  WAITING: MEANING.unknown,
  PROCESSING: MEANING.plain,
  DONE: MEANING.clear,
  ERROR: MEANING.trouble,
  CANCELLED: MEANING.unknown,
} as const;

/** Every look at documents is on record, so lists are asked for less often than counts. */
const PAUSE_MS = 5000;

function ResultName({ result }: { result: BatchResult }): JSX.Element {
  const t = useTexts(batchTexts);
  const { organizationId } = useEnteredOrganization();
  const { userPlanConsumeUniqueId: uniqueId, userPlanConsumeAnalyticsId: analysisId } = result;
  const name = result.documentInfo === '' ? t.unknownName : result.documentInfo;
  if (analysisId === 0) return <Text size="sm">–</Text>;
  return (
    <Anchor
      component={Link}
      to={`/o/${organizationId}/analyses/${uniqueId}/${analysisId}`}
      size="sm"
      fw={600}
      aria-label={t.openAnalysis(name)}
    >
      {name}
    </Anchor>
  );
}

/** It has no analysis to be shown by until its turn has come. */
function ResultDocument({ result }: { result: BatchResult }): JSX.Element {
  const { document, userPlanConsumeUniqueId: uniqueId } = result;
  return uniqueId === 0 ? (
    <Text size="sm" className="farol-number">
      {writeDocument(document)}
    </Text>
  ) : (
    <MaskedDocument masked={document} uniqueId={uniqueId} />
  );
}

function Found({ result: { status, summary } }: { result: BatchResult }): JSX.Element {
  const t = useTexts(batchTexts);
  const formats = useFormats();
  if (summary === null) {
    return (
      <Badge variant="light" color={COLOURS[status]}>
        {t[`result${status}`]}
      </Badge>
    );
  }
  const total = lineOf({ summary }, 'ALL').count;
  const risk = riskOf({ summary }).count;
  return (
    <Group gap="xs">
      <Text size="sm" className="farol-number">
        {total === 1 ? t.oneCase : t.cases(formats.count(total))}
      </Text>
      <Badge variant="light" color={risk > 0 ? MEANING.risk : MEANING.clear} className="farol-number">
        {risk > 0 ? t.atRisk(formats.count(risk)) : t.noRisk}
      </Badge>
    </Group>
  );
}

type Pages = ReturnType<typeof useResults>;

function ResultList({ pages }: { pages: Pages }): JSX.Element {
  const t = useTexts(batchTexts);
  const formats = useFormats();
  if (pages.error !== null) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  if (pages.data === undefined) return <Waiting lines={6} height={28} />;
  const results = pages.data.pages.flatMap((page) => page.results);
  if (results.length === 0) return <NothingYet title={t.resultsNone} />;
  return (
    <>
      <PlainTable
        isStacked
        caption={t.results}
        columns={[
          { label: t.line, isNumber: true },
          { label: t.document },
          { label: t.name },
          { label: t.found },
        ]}
        rows={results.map((result) => ({
          key: String(result.line),
          cells: [
            formats.count(result.line),
            <ResultDocument key="document" result={result} />,
            <ResultName key="name" result={result} />,
            <Found key="found" result={result} />,
          ],
        }))}
      />
      <LoadMore pages={pages} text={t.resultsMore} />
    </>
  );
}

function mayChange(pages: Pages, status: ResultStatus | null): boolean {
  if (status !== null) return true;
  const results = pages.data?.pages.flatMap((page) => page.results) ?? [];
  return results.some((result) => result.status === 'WAITING' || result.status === 'PROCESSING');
}

type ResultsSectionProps = { batch: Batch; file: ReturnType<typeof useBatchFile> };

export function ResultsSection({ batch, file }: ResultsSectionProps): JSX.Element {
  const t = useTexts(batchTexts);
  const [status, setStatus] = useState<ResultStatus | null>(null);
  const pages = useResults(useEnteredOrganization(), batch, status);
  useLiveBatches([RESULTS_KEY], { isOn: isGoingOn(batch) && mayChange(pages, status), pauseMs: PAUSE_MS });
  return (
    <Section
      title={t.results}
      hint={t.resultsHint}
      aside={
        <Group gap="sm" align="flex-end" className="farol-noprint">
          <NativeSelect
            label={t.state}
            size="xs"
            value={status ?? ''}
            data={[
              { value: '', label: t.any },
              ...STATUSES.map((each) => ({ value: each, label: t[`result${each}`] })),
            ]}
            onChange={(event) =>
              setStatus(STATUSES.find((each) => each === event.currentTarget.value) ?? null)
            }
          />
          <Button
            variant="default"
            size="xs"
            loading={file.isPending && file.variables === 'csv'}
            onClick={() => file.mutate('csv')}
          >
            {t.csv}
          </Button>
        </Group>
      }
    >
      <ResultList pages={pages} />
    </Section>
  );
}

// Only what is in sight is in the page, however long the list is; the next page is asked for before its place is reached.
import { Loader, Paper, Skeleton, Text } from '@mantine/core';
import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { JSX } from 'react';
import type { CourtCase } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import type { AnalysisName } from './analyses.ts';
import { useCaseWindow } from './case-pages.ts';
import type { CaseFilter, CaseWindow, Sight } from './case-pages.ts';
import { CaseRow } from './case-row.tsx';
import { caseTexts } from './case-texts.ts';

const ROW_PX = 62;
const AHEAD = 60;
const MOST_PX = 620;
/** More are in the page than fit into the frame, but not many. */
const PRINTED = Math.floor(MOST_PX / ROW_PX);

function Head(): JSX.Element {
  const t = useTexts(caseTexts);
  return (
    <div className="farol-case-head" role="row">
      {[t.number, t.classAndCourt, t.side, t.value, t.filedOn, t.marks].map((label) => (
        <span key={label} role="columnheader">
          {label}
        </span>
      ))}
    </div>
  );
}

type PlacedCaseProps = {
  found: CourtCase | undefined;
  place: number;
  open: string | null;
  onOpen(number: string | null): void;
};

function PlacedCase({ found, place, open, onOpen }: PlacedCaseProps): JSX.Element {
  if (found === undefined) {
    return (
      <div role="row" aria-rowindex={place} aria-busy="true">
        <div role="cell">
          <Skeleton height={ROW_PX - 12} my={6} />
        </div>
      </div>
    );
  }
  const isOpen = open === found.processNumber;
  return (
    <CaseRow
      found={found}
      place={place}
      isOpen={isOpen}
      onToggle={() => onOpen(isOpen ? null : found.processNumber)}
    />
  );
}

type RowsProps = { cases: CaseWindow; onSight(sight: Sight): void };

function Rows({ cases, onSight }: RowsProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<string | null>(null);
  const rows = useVirtualizer({
    count: cases.reachable,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    // On paper the frame is as tall as its rows: taken at its word it would ask for more rows, and grow by them, without end.
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, ({ width, height }) => tell({ width, height: Math.min(height, MOST_PX) })),
    overscan: 8,
    onChange: ({ range }) => {
      if (range !== null)
        onSight({ first: Math.max(0, range.startIndex - AHEAD), last: range.endIndex + AHEAD });
    },
  });
  return (
    <div
      ref={frame}
      className="farol-cases"
      tabIndex={0}
      role="rowgroup"
      style={{ maxHeight: MOST_PX, overflow: 'auto' }}
    >
      <div role="presentation" style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={String(key)}
            ref={rows.measureElement}
            data-index={index}
            role="presentation"
            style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start}px)` }}
          >
            <PlacedCase found={cases.caseAt(index)} place={index + 1} open={open} onOpen={setOpen} />
          </div>
        ))}
      </div>
    </div>
  );
}

const AT_TOP: Sight = { first: 0, last: 0 };

/** Of one filter: it is begun anew for another. */
export function CaseTable({ name, filter }: { name: AnalysisName; filter: CaseFilter }): JSX.Element {
  const t = useTexts(caseTexts);
  const organization = useEnteredOrganization();
  const [sight, setSight] = useState(AT_TOP);
  const cases = useCaseWindow({ organization, name }, filter, sight);
  const look = ({ first, last }: Sight): void =>
    setSight((known) => (known.first === first && known.last === last ? known : { first, last }));
  if (cases.total === null) {
    return cases.error === null ? (
      <Waiting lines={6} height={40} />
    ) : (
      <ErrorState error={cases.error} onRetry={cases.retry} />
    );
  }
  if (cases.total === 0) return <NothingYet title={t.none}>{t.noneHint}</NothingYet>;
  return (
    <>
      <Paper withBorder role="table" aria-label={t.title} aria-rowcount={cases.total}>
        <Head />
        <Rows cases={cases} onSight={look} />
      </Paper>
      {cases.error === null ? null : <ErrorState error={cases.error} onRetry={cases.retry} />}
      {cases.total > PRINTED ? (
        <Text size="sm" className="farol-printonly">
          {t.printed}
        </Text>
      ) : null}
      {cases.isLoading ? (
        <Text size="sm" c="dimmed" p="xs" role="status">
          <Loader size={12} aria-hidden /> {t.loadingMore}
        </Text>
      ) : null}
    </>
  );
}

// Only what is in sight is in the page, however long the list is; the next page is asked for before its place is reached.
import { Loader, Paper, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import type { CourtCase } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { CaseRow } from './case-row.tsx';
import { caseTexts } from './case-texts.ts';

type CaseTableProps = { cases: readonly CourtCase[]; total: number; isLoading: boolean; onNearEnd(): void };

const ROW_PX = 62;
const AHEAD = 30;
const MOST_PX = 620;

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

function PlacedCase({ found, place, open, onOpen }: PlacedCaseProps): JSX.Element | null {
  if (found === undefined) return null;
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

export function CaseTable({ cases, total, isLoading, onNearEnd }: CaseTableProps): JSX.Element {
  const t = useTexts(caseTexts);
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<string | null>(null);
  const rows = useVirtualizer({
    count: cases.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => cases[index]?.processNumber ?? index,
    overscan: 8,
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const isNearEnd = last >= cases.length - AHEAD && cases.length < total;
  useEffect(() => {
    if (isNearEnd && !isLoading) onNearEnd();
  }, [isNearEnd, isLoading, onNearEnd]);
  return (
    <>
      <Paper withBorder role="table" aria-label={t.title} aria-rowcount={total}>
        <Head />
        <div
          ref={frame}
          className="farol-cases"
          tabIndex={0}
          role="rowgroup"
          style={{ maxHeight: MOST_PX, overflow: 'auto' }}
        >
          <div role="presentation" style={{ height: rows.getTotalSize(), position: 'relative' }}>
            {items.map(({ index, key, start }) => (
              <div
                key={String(key)}
                ref={rows.measureElement}
                data-index={index}
                role="presentation"
                style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start}px)` }}
              >
                <PlacedCase found={cases[index]} place={index + 1} open={open} onOpen={setOpen} />
              </div>
            ))}
          </div>
        </div>
      </Paper>
      {isLoading ? (
        <Text size="sm" c="dimmed" p="xs" role="status">
          <Loader size={12} aria-hidden /> {t.loadingMore}
        </Text>
      ) : null}
    </>
  );
}

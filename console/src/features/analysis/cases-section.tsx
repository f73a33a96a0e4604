import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { JSX } from 'react';
import type { Overview } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import type { AnalysisName } from './analyses.ts';
import { CaseFilters } from './case-filters.tsx';
import { useCasePages } from './case-pages.ts';
import type { CaseFilter } from './case-pages.ts';
import { CaseTable } from './case-table.tsx';
import { caseTexts } from './case-texts.ts';

const TYPING_MS = 250;

function CaseList({ name, filter }: { name: AnalysisName; filter: CaseFilter }): JSX.Element {
  const t = useTexts(caseTexts);
  const pages = useCasePages(useEnteredOrganization(), name, filter);
  if (pages.error !== null) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  if (pages.data === undefined) return <Waiting lines={6} height={40} />;
  const total = pages.data.pages[0]?.total ?? 0;
  if (total === 0) return <NothingYet title={t.none}>{t.noneHint}</NothingYet>;
  return (
    <CaseTable
      cases={pages.data.pages.flatMap(({ result }) => result)}
      total={total}
      isLoading={pages.isFetchingNextPage}
      onNearEnd={() => {
        if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
      }}
    />
  );
}

export function CasesSection({ name, overview }: { name: AnalysisName; overview: Overview }): JSX.Element {
  const t = useTexts(caseTexts);
  const formats = useFormats();
  const [filter, setFilter] = useState<CaseFilter>({ order: 'VALUE' });
  const [settled] = useDebouncedValue(filter, TYPING_MS);
  if (overview.total === 0) {
    return (
      <Section title={t.title}>
        <NothingYet title={t.noneAtAll}>{t.noneAtAllHint}</NothingYet>
      </Section>
    );
  }
  const total = overview.total === 1 ? t.oneShown : t.shown(formats.count(overview.total));
  return (
    <Section title={t.title} hint={total}>
      <CaseFilters filter={filter} courts={overview.courts} onChange={setFilter} />
      <CaseList name={name} filter={settled} />
    </Section>
  );
}

import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { JSX } from 'react';
import type { Overview } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { Section } from '../../ui/section.tsx';
import { NothingYet } from '../../ui/states.tsx';
import type { AnalysisName } from './analyses.ts';
import { CaseFilters } from './case-filters.tsx';
import type { CaseFilter } from './case-pages.ts';
import { CaseTable } from './case-table.tsx';
import { caseTexts } from './case-texts.ts';

const TYPING_MS = 250;

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
      <CaseTable key={JSON.stringify(settled)} name={name} filter={settled} />
    </Section>
  );
}

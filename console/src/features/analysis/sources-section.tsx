import { Badge } from '@mantine/core';
import type { JSX } from 'react';
import type { Overview, Register } from '../../api/shapes.ts';
import { useLanguage, useTexts } from '../../ui/language-context.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { Section } from '../../ui/section.tsx';
import { nameSource } from '../../ui/source-name.ts';
import { MEANING } from '../../ui/theme.ts';
import { findingTexts } from './finding-texts.ts';
import { analysisTexts } from './texts.ts';

type Source = Pick<Overview['sources'][number], 'step' | 'source' | 'outcome' | 'asOf' | 'edition'>;

const COLOURS = {
  FOUND: MEANING.plain,
  NOTHING_FOUND: MEANING.clear,
  NOT_CHECKED: MEANING.unknown,
  SOURCE_FAILED: MEANING.trouble,
} as const;

/** Parts that no source was asked about stand in the list too. */
function withUnchecked(sources: readonly Source[], register: Register): Source[] {
  const parts = [
    ['cases', register.statusIndex],
    ['protests', register.statusProtest],
    ['debts', register.statusDebtor],
    ['partners', register.statusQSA],
  ] as const;
  const unchecked = parts
    .filter(([step, status]) => status === 'INITIAL' && !sources.some((each) => each.step === step))
    .map(([step]): Source => ({ step, source: '–', outcome: 'NOT_CHECKED', asOf: null, edition: '' }));
  return [...sources, ...unchecked];
}

export function SourcesSection({
  overview,
  register,
}: {
  overview: Overview;
  register: Register;
}): JSX.Element {
  const t = useTexts(findingTexts);
  const steps = useTexts(analysisTexts);
  const { language, formats } = useLanguage();
  const labels: Record<string, string> = {
    cases: steps.stepCases,
    protests: steps.stepProtests,
    debts: steps.stepDebts,
    partners: steps.stepPartners,
  };
  return (
    <Section title={t.sourcesTitle} hint={t.sourcesHint}>
      <PlainTable
        isStacked
        caption={t.sourcesTitle}
        columns={[t.part, t.source, t.outcome, t.age, t.edition].map((label) => ({ label }))}
        rows={withUnchecked(overview.sources, register).map(({ step, source, outcome, asOf, edition }) => ({
          key: `${step} ${source}`,
          cells: [
            labels[step] ?? step,
            nameSource(language, source),
            <Badge key="outcome" variant="light" color={COLOURS[outcome]}>
              {t[outcome]}
            </Badge>,
            asOf === null ? '–' : `${formats.age(asOf)} (${formats.moment(asOf)})`,
            edition === '' ? '–' : edition,
          ],
        }))}
      />
    </Section>
  );
}

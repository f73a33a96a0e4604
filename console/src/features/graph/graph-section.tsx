import { Alert, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import type { JSX } from 'react';
import { useTexts } from '../../ui/language-context.tsx';
import { Section } from '../../ui/section.tsx';
import { NothingYet, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { planWith, useEnteredOrganization } from '../accounts/use-organization.ts';
import type { AnalysisName } from '../analysis/analyses.ts';
import { graphTexts } from './texts.ts';

// The map's library is the heaviest of all, and few need it.
const RelationshipMap = lazy(async () => ({
  default: (await import('./relationship-map.tsx')).RelationshipMap,
}));

export function GraphSection({ name }: { name: AnalysisName }): JSX.Element {
  const t = useTexts(graphTexts);
  const [isOpen, { toggle }] = useDisclosure();
  if (planWith(useEnteredOrganization(), 'MIND_MAP') === null) {
    return (
      <Section title={t.title}>
        <Alert color={MEANING.unknown}>{t.noPlan}</Alert>
      </Section>
    );
  }
  return (
    <Section
      title={t.title}
      hint={t.hint}
      aside={
        <Button size="xs" variant="default" onClick={toggle} aria-expanded={isOpen} className="farol-noprint">
          {isOpen ? t.hide : t.show}
        </Button>
      }
    >
      {isOpen ? (
        <Suspense fallback={<Waiting lines={4} height={80} />}>
          <RelationshipMap name={name} />
        </Suspense>
      ) : (
        <NothingYet title={t.closed}>{t.closedHint}</NothingYet>
      )}
    </Section>
  );
}

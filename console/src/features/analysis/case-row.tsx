import { Anchor, Badge, Group, List, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { CourtCase } from '../../api/shapes.ts';
import { useFormats, useLanguage, useTexts } from '../../ui/language-context.tsx';
import { writeCaseNumber } from '../../ui/numbers.ts';
import { MEANING } from '../../ui/theme.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { caseTexts } from './case-texts.ts';
import { Disagreements } from './disagreements.tsx';

type CaseRowProps = { found: CourtCase; place: number; isOpen: boolean; onToggle(): void };
type Reason = CourtCase['reasons'][number];
type CaseTexts = (typeof caseTexts)['pt-BR'];

function classText(t: CaseTexts, { code, name }: CourtCase['class']): string {
  if (name !== '') return name;
  return code === 0 ? t.unknownClass : t.classCode(code);
}

const SIDES = { DEFENDANT: 'defendant', AUTHOR: 'author', NOT_CLASSIFIED: 'unclassified' } as const;

/** The facts that a rule fired on, where they say more than the rule itself. */
function useFacts(): (reason: Reason) => string {
  const t = useTexts(caseTexts);
  const formats = useFormats();
  return ({ facts: { severeOn, frustratedOn, value, threshold } }) => {
    if (typeof severeOn === 'string' && severeOn !== '') return t.factSevere(formats.day(severeOn));
    if (typeof frustratedOn === 'string' && frustratedOn !== '')
      return t.factFrustrated(formats.day(frustratedOn));
    return typeof value === 'string' && typeof threshold === 'string'
      ? t.factValue(formats.money(value), formats.money(threshold))
      : '';
  };
}

function Details({ found }: { found: CourtCase }): JSX.Element {
  const t = useTexts(caseTexts);
  const { language, formats } = useLanguage();
  const factsOf = useFacts();
  const { organizationId } = useEnteredOrganization();
  return (
    <Stack gap={4} px="md" pb="md" pt="xs" className="farol-case-details">
      <Text size="sm" fw={600}>
        {t.whyTitle}
      </Text>
      {found.reasons.length === 0 ? <Text size="sm">{t.noReason}</Text> : null}
      <List size="sm" spacing={2}>
        {found.reasons.map((reason) => (
          <List.Item key={reason.rule}>
            {reason.sentence[language]}
            {factsOf(reason) === '' ? '' : `. ${factsOf(reason)}`}
          </List.Item>
        ))}
      </List>
      <Disagreements found={found} />
      <Text size="xs" c="dimmed">
        {found.movedOn === null ? '' : `${t.movedOn(formats.day(found.movedOn))} · `}
        {t.fetchedAt(formats.age(found.fetchedAt))}
      </Text>
      <Anchor
        component={Link}
        to={`/o/${organizationId}/processes/${found.processNumber}`}
        size="sm"
        className="farol-noprint"
      >
        {t.openProcess}
      </Anchor>
    </Stack>
  );
}

function Marks({ found }: { found: CourtCase }): JSX.Element {
  const t = useTexts(caseTexts);
  return (
    <Group gap={4} role="cell">
      <Badge size="sm" variant="light" color={found.hasRisk ? MEANING.risk : MEANING.clear}>
        {found.hasRisk ? t.withRisk : t.withoutRisk}
      </Badge>
      <Badge size="sm" variant="default">
        {found.isActive ? t.active : t.inactive}
      </Badge>
    </Group>
  );
}

export function CaseRow({ found, place, isOpen, onToggle }: CaseRowProps): JSX.Element {
  const t = useTexts(caseTexts);
  const formats = useFormats();
  const number = writeCaseNumber(found.processNumber);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <div className="farol-case-row" role="row" aria-rowindex={place}>
        <div role="cell">
          <UnstyledButton
            onClick={onToggle}
            aria-expanded={isOpen}
            aria-label={t.details(number)}
            className="farol-case-button"
          >
            <Chevron size={15} aria-hidden />
            <Text component="span" size="sm" fw={600} className="farol-number">
              {number}
            </Text>
          </UnstyledButton>
        </div>
        <div role="cell">
          <Text size="sm" truncate>
            {classText(t, found.class)}
          </Text>
          <Text size="xs" c="dimmed">
            {found.court}
          </Text>
        </div>
        <Text size="sm" role="cell">
          {t[SIDES[found.side]]}
        </Text>
        <Text size="sm" role="cell" className="farol-number" {...(found.value === '' ? { c: 'dimmed' } : {})}>
          {found.value === '' ? t.noValue : formats.money(found.value)}
        </Text>
        <Text size="sm" role="cell" className="farol-number">
          {found.filedOn === null ? '–' : formats.day(found.filedOn)}
        </Text>
        <Marks found={found} />
      </div>
      {isOpen ? (
        <div role="row">
          <div role="cell">
            <Details found={found} />
          </div>
        </div>
      ) : null}
    </>
  );
}

import { Badge } from '@mantine/core';
import type { JSX } from 'react';
import type { Overview, Register } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { MEANING } from '../../ui/theme.ts';
import { Finding } from './finding-state.tsx';
import { findingTexts } from './finding-texts.ts';

type FindingProps = { overview: Overview; status: Register['status'] };

const REGISTER_TEXTS: Readonly<
  Record<string, 'registerGeneral' | 'registerSeverance' | 'registerSocial' | undefined>
> = {
  general: 'registerGeneral',
  'severance-fund': 'registerSeverance',
  'social-security': 'registerSocial',
};

export function DebtsSection({ overview: { debts }, status }: FindingProps): JSX.Element {
  const t = useTexts(findingTexts);
  const formats = useFormats();
  return (
    <Finding title={t.debtsTitle} none={t.debtsNone} status={status} count={debts.length}>
      <PlainTable
        isStacked
        caption={t.debtsTitle}
        columns={[
          { label: t.register },
          { label: t.inscription },
          { label: t.since },
          { label: t.state },
          { label: t.value, isNumber: true },
        ]}
        rows={debts.map(({ register, inscription, registeredOn, state, value }) => ({
          key: `${register} ${inscription}`,
          cells: [
            REGISTER_TEXTS[register] === undefined ? register : t[REGISTER_TEXTS[register]],
            inscription,
            registeredOn === null ? '–' : formats.day(registeredOn),
            <Badge
              key="state"
              variant="light"
              color={state === 'COLLECTING' ? MEANING.risk : MEANING.unknown}
            >
              {t[state]}
            </Badge>,
            value === null ? t.hidden : formats.money(value),
          ],
        }))}
      />
    </Finding>
  );
}

export function ProtestsSection({ overview: { protests }, status }: FindingProps): JSX.Element {
  const t = useTexts(findingTexts);
  const formats = useFormats();
  return (
    <Finding title={t.protestsTitle} none={t.protestsNone} status={status} count={protests.length}>
      <PlainTable
        isStacked
        caption={t.protestsTitle}
        columns={[
          { label: t.office },
          { label: t.place },
          { label: t.protestedOn },
          { label: t.creditor },
          { label: t.value, isNumber: true },
        ]}
        rows={protests.map(({ office, city, state, protestedOn, creditor, presenter, value }, index) => ({
          key: String(index),
          cells: [
            office ?? '–',
            [city, state].filter((part) => part !== null).join(', '),
            protestedOn === null ? '–' : formats.day(protestedOn),
            creditor ?? presenter ?? '–',
            value === null ? t.hidden : formats.money(value),
          ],
        }))}
      />
    </Finding>
  );
}

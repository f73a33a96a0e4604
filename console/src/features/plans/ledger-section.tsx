import { Badge, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import type { LedgerEntry } from '../../api/administration-shapes.ts';
import type { Formats } from '../../ui/formats.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { Section } from '../../ui/section.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { describeSubject, ledgerTexts } from './ledger-texts.ts';
import { useLedger } from './ledger.ts';

const COLOURS = { grant: MEANING.clear, charge: MEANING.plain, refund: MEANING.unknown } as const;

type LedgerTexts = (typeof ledgerTexts)['pt-BR'];

function cellsOf(t: LedgerTexts, formats: Formats, entry: LedgerEntry): ReactNode[] {
  const { label, id } = describeSubject(t, entry.subject);
  const isTaken = entry.kind === 'charge';
  return [
    formats.moment(entry.createdAt),
    <Badge key="kind" variant="light" color={COLOURS[entry.kind]}>
      {t[entry.kind]}
    </Badge>,
    <Text key="subject" size="sm" span>
      {label} <ShortId id={id} />
    </Text>,
    entry.planName,
    `${isTaken ? '−' : '+'}${formats.count(entry.units)}`,
  ];
}

export function LedgerSection(): JSX.Element {
  const t = useTexts(ledgerTexts);
  const formats = useFormats();
  const ledger = useLedger(useEnteredOrganization().organizationId);
  const entries = ledger.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Section title={t.ledger} hint={t.ledgerHint}>
      {ledger.error === null ? null : (
        <ErrorState error={ledger.error} onRetry={() => void ledger.refetch()} />
      )}
      {ledger.isPending ? <Waiting lines={5} height={28} /> : null}
      {ledger.isSuccess && entries.length === 0 ? <NothingYet title={t.noLedger} /> : null}
      {entries.length === 0 ? null : (
        <PlainTable
          isStacked
          caption={t.ledger}
          columns={[
            { label: t.when },
            { label: t.what },
            { label: t.subject },
            { label: t.plan },
            { label: t.units, isNumber: true },
          ]}
          rows={entries.map((entry) => ({ key: String(entry.id), cells: cellsOf(t, formats, entry) }))}
        />
      )}
      <LoadMore pages={ledger} />
    </Section>
  );
}

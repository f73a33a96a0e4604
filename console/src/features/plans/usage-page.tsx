import { Stack } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../ui/language-context.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { BalanceSection } from './balance-section.tsx';
import { LedgerSection } from './ledger-section.tsx';
import { ledgerTexts } from './ledger-texts.ts';
import { UsageSection } from './usage-section.tsx';

export function UsagePage(): JSX.Element {
  const t = useTexts(ledgerTexts);
  return (
    <Stack gap="lg">
      <PageTitle title={t.page} hint={t.pageHint} />
      <BalanceSection />
      <UsageSection />
      <LedgerSection />
    </Stack>
  );
}

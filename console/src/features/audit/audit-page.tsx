import { Stack } from '@mantine/core';
import type { JSX } from 'react';
import type { AuditRecord } from '../../api/administration-shapes.ts';
import { useFormats, useLanguage, useTexts } from '../../ui/language-context.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { Section } from '../../ui/section.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { describeAction } from './action-texts.ts';
import { useAuditTrail } from './audit.ts';
import { auditTexts } from './texts.ts';
import { VerificationSection } from './verification-section.tsx';

type AuditTexts = (typeof auditTexts)['pt-BR'];

function actorOf(t: AuditTexts, { actor, actorName }: AuditRecord): string {
  const [kind = '', id = ''] = actor.split(' ', 2);
  if (kind === 'token') return t.token(actorName ?? id);
  if (kind === 'session') return actorName ?? t.formerSession;
  return kind === 'operator' ? t.operator : t.worker;
}

/** The word before the id says the same as the action. */
function referenceOf(subject: string): string {
  return subject.split(' ', 2)[1] ?? '';
}

function Trail(): JSX.Element {
  const t = useTexts(auditTexts);
  const formats = useFormats();
  const { language } = useLanguage();
  const trail = useAuditTrail(useEnteredOrganization().organizationId);
  const records = trail.data?.pages.flatMap((page) => page.records) ?? [];
  return (
    <Section title={t.trail} hint={t.trailHint}>
      {trail.error === null ? null : <ErrorState error={trail.error} onRetry={() => void trail.refetch()} />}
      {trail.isPending ? <Waiting lines={6} height={28} /> : null}
      {trail.isSuccess && records.length === 0 ? <NothingYet title={t.none} /> : null}
      {records.length === 0 ? null : (
        <PlainTable
          isStacked
          caption={t.trail}
          columns={[
            { label: t.when },
            { label: t.who },
            { label: t.what },
            { label: t.reference },
            { label: t.number, isNumber: true },
          ]}
          rows={records.map((record) => ({
            key: String(record.number),
            cells: [
              formats.moment(record.at),
              actorOf(t, record),
              describeAction(language, record.action),
              <ShortId key="reference" id={referenceOf(record.subject)} />,
              formats.count(record.number),
            ],
          }))}
        />
      )}
      <LoadMore pages={trail} />
    </Section>
  );
}

export function AuditPage(): JSX.Element {
  const t = useTexts(auditTexts);
  return (
    <Stack gap="lg">
      <PageTitle title={t.page} hint={t.pageHint} />
      <VerificationSection />
      <Trail />
    </Stack>
  );
}

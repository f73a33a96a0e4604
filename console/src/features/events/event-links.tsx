// Where an event leads: to its process, to its analysis, or to the dossier of whom it is about.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { InboxEvent } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { writeCaseNumber } from '../../ui/numbers.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { useRevealRadar } from '../radars/radars.ts';
import { recognise } from '../search/recognise.ts';
import { useSearchDialog } from '../search/search-context.tsx';
import { eventTexts } from './texts.ts';

type EventLinkProps = { event: InboxEvent; onGo(): void };

/** The document is asked for only now; that it was shown is on record. */
function DossierButton({ radarId, onGo }: { radarId: number; onGo(): void }): JSX.Element {
  const t = useTexts(eventTexts);
  const { ask } = useSearchDialog();
  const reveal = useRevealRadar(useEnteredOrganization());
  const open = (): void => {
    onGo();
    reveal.mutate(radarId, {
      onSuccess: ({ radar }) => {
        const found = recognise(radar.code);
        if (found.kind === 'document') ask(found);
      },
    });
  };
  return (
    <Anchor component="button" type="button" size="sm" disabled={reveal.isPending} onClick={open}>
      {t.openDossier}
    </Anchor>
  );
}

type Target = { to: string; label: string };

function useTarget({ type, data }: InboxEvent): Target | null {
  const t = useTexts(eventTexts);
  const base = `/o/${useEnteredOrganization().organizationId}`;
  const { processNumber, userPlanConsumeUniqueId: unique, userPlanConsumeAnalyticsId: analysis } = data;
  if (typeof processNumber === 'string') {
    return { to: `${base}/processes/${processNumber}`, label: writeCaseNumber(processNumber) };
  }
  if (type === 'analysis.completed') {
    return { to: `${base}/analyses/${String(unique)}/${String(analysis)}`, label: t.openAnalysis };
  }
  if (type === 'batch.completed') {
    return { to: `${base}/batches/${String(data['batchId'])}`, label: t.openBatch };
  }
  if (type === 'cnh.completed') return { to: `${base}/licences`, label: t.openLicences };
  return type === 'scr.completed' ? { to: `${base}/credit`, label: t.openCredit } : null;
}

/** The first of those that it is about. */
export function radarIdsOf({ data }: InboxEvent): number[] {
  const ids = Array.isArray(data['radarIds']) ? data['radarIds'] : [data['radarId']];
  return ids.filter((id) => typeof id === 'number');
}

export function EventLinks({ event, onGo }: EventLinkProps): JSX.Element {
  const target = useTarget(event);
  const [radarId] = radarIdsOf(event);
  return (
    <>
      {target === null ? null : (
        <Anchor component={Link} to={target.to} size="sm" className="farol-number" onClick={onGo}>
          {target.label}
        </Anchor>
      )}
      {radarId === undefined ? null : <DossierButton radarId={radarId} onGo={onGo} />}
    </>
  );
}

// A new batch: the list, then what it would cost and find, and only then the batch.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import type { JSX } from 'react';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { PastedText } from '../../ui/pasted-list.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { useQuote, useSendBatch } from './batches.ts';
import { readPastedDocuments } from './pasted-documents.ts';
import type { PastedDocument } from './pasted-documents.ts';
import { QuotePanel } from './quote-panel.tsx';
import { quoteTexts } from './quote-texts.ts';

const MOST_LINES = 10_000;

type EntryProps = {
  text: string;
  isBusy: boolean;
  error: Error | null;
  onText(text: string): void;
  onAsk(documents: readonly PastedDocument[]): void;
};

function useJudgement(documents: readonly PastedDocument[]): { told: string; canAsk: boolean } {
  const t = useTexts(quoteTexts);
  const formats = useFormats();
  const { length } = documents;
  if (length === 0) return { told: '', canAsk: false };
  if (length > MOST_LINES) return { told: t.tooMany, canAsk: false };
  if (!documents.some(({ isValid }) => isValid)) return { told: t.noDocument, canAsk: false };
  return { told: length === 1 ? t.oneLine : t.lines(formats.count(length)), canAsk: true };
}

function Entry({ text, isBusy, error, onText, onAsk }: EntryProps): JSX.Element {
  const t = useTexts(quoteTexts);
  const settled = useDeferredValue(text);
  const documents = useMemo(() => readPastedDocuments(settled), [settled]);
  const { told, canAsk } = useJudgement(documents);
  return (
    <Stack gap="sm">
      <PastedText texts={t} text={text} onText={onText} />
      <Text size="sm" fw={600} role="status" mih="1.4rem">
        {told}
      </Text>
      {error === null ? null : <ErrorState error={error} onRetry={() => onAsk(documents)} />}
      <Group justify="flex-end">
        <Button disabled={!canAsk} loading={isBusy} onClick={() => onAsk(documents)}>
          {t.ask}
        </Button>
      </Group>
    </Stack>
  );
}

export function NewBatchDialog({ onClose }: { onClose(): void }): JSX.Element {
  const t = useTexts(quoteTexts);
  const organization = useEnteredOrganization();
  const navigate = useNavigate();
  const quote = useQuote(organization);
  const send = useSendBatch(organization);
  const [text, setText] = useState('');
  // With each quote a new key: what is sent under it is what was quoted.
  const [asked, setAsked] = useState<{ documents: readonly PastedDocument[]; key: string } | null>(null);
  const ask = (documents: readonly PastedDocument[]): void => {
    setAsked({ documents, key: crypto.randomUUID() });
    quote.mutate(documents.map(({ text: written }) => written));
  };
  const submit = (): void => {
    if (asked === null) return;
    const documents = asked.documents.map(({ text: written }) => written);
    send.mutate(
      { documents, key: asked.key },
      {
        onSuccess: ({ batchId }) => {
          onClose();
          void navigate({ to: `/o/${organization.organizationId}/batches/${batchId}` });
        },
      },
    );
  };
  const goBack = (): void => {
    quote.reset();
    send.reset();
  };
  return (
    <TitledDialog title={t.title} size="lg" onClose={onClose}>
      {quote.data === undefined || asked === null ? (
        <Entry text={text} isBusy={quote.isPending} error={quote.error} onText={setText} onAsk={ask} />
      ) : (
        <QuotePanel
          quote={quote.data}
          sent={asked.documents}
          isBusy={send.isPending}
          error={send.error}
          onBack={goBack}
          onSend={submit}
        />
      )}
    </TitledDialog>
  );
}

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import type { Quote } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { LineFaults } from '../../ui/pasted-list.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { Figures } from './figures.tsx';
import { placeRefused } from './pasted-documents.ts';
import type { PastedDocument } from './pasted-documents.ts';
import { quoteTexts } from './quote-texts.ts';

type QuotePanelProps = {
  quote: Quote;
  /** As they were quoted. */
  sent: readonly PastedDocument[];
  isBusy: boolean;
  error: Error | null;
  onBack(): void;
  onSend(): void;
};

const FAULT_TEXTS = { document: 'faultDocument', twice: 'faultTwice' } as const;

function Refused({ quote, sent }: Pick<QuotePanelProps, 'quote' | 'sent'>): JSX.Element | null {
  const t = useTexts(quoteTexts);
  const formats = useFormats();
  if (quote.refused === 0) return null;
  const faults = placeRefused(sent, quote.lines).map(({ line, fault }) => ({
    line,
    text: t[FAULT_TEXTS[fault]],
  }));
  return (
    <>
      <Text size="sm" fw={600}>
        {quote.refused === 1 ? t.oneRefused : t.refused(formats.count(quote.refused))}
      </Text>
      <LineFaults texts={t} faults={faults} />
    </>
  );
}

export function QuotePanel({ quote, sent, isBusy, error, onBack, onSend }: QuotePanelProps): JSX.Element {
  const t = useTexts(quoteTexts);
  const formats = useFormats();
  const { accepted, totalProcesses, unitsNeeded, unitsAvailable } = quote;
  const isTooLittle = unitsNeeded > unitsAvailable;
  const heading = useRef<HTMLParagraphElement>(null);
  // What was in focus before is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack gap="md">
      <Text fw={600} tabIndex={-1} ref={heading}>
        {t.quote}. {t.quoteHint}
      </Text>
      <Figures
        figures={[
          [t.documents, formats.count(accepted)],
          [t.cases, formats.count(totalProcesses)],
          [t.needed, formats.count(unitsNeeded)],
          [t.available, formats.count(unitsAvailable)],
        ]}
      />
      {isTooLittle ? (
        <Alert color={MEANING.trouble} role="alert">
          {t.tooLittle}
        </Alert>
      ) : null}
      <Refused quote={quote} sent={sent} />
      {error === null ? null : <ErrorState error={error} onRetry={onSend} />}
      <Group justify="flex-end">
        <Button variant="default" disabled={isBusy} onClick={onBack}>
          {t.back}
        </Button>
        <Button disabled={isTooLittle} loading={isBusy} onClick={onSend}>
          {unitsNeeded === 1 ? t.sendOne : t.send(formats.count(unitsNeeded))}
        </Button>
      </Group>
    </Stack>
  );
}

// A list that somebody pastes or takes from a file, and what is wrong with its lines.
import { FileInput, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useFormats } from './language-context.tsx';
import { PlainTable } from './plain-table.tsx';

const SHOWN_FAULTS = 50;

type PastedTextProps = {
  texts: { paste: string; pasteHint: string; file: string; filePlaceholder: string; unreadable: string };
  text: string;
  onText(text: string): void;
};

export function PastedText({ texts: t, text, onText }: PastedTextProps): JSX.Element {
  const [fault, setFault] = useState<string | null>(null);
  const take = (file: File | null): void => {
    setFault(null);
    file?.text().then(onText, () => setFault(t.unreadable));
  };
  return (
    <>
      <Textarea
        label={t.paste}
        description={t.pasteHint}
        value={text}
        rows={7}
        spellCheck={false}
        data-autofocus
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <FileInput
        label={t.file}
        placeholder={t.filePlaceholder}
        accept=".csv,.txt,text/csv,text/plain"
        error={fault}
        onChange={take}
      />
    </>
  );
}

type LineFaultsProps = {
  texts: { line: string; fault: string; moreFaults(count: string): string };
  faults: readonly { line: number; text: string }[];
};

export function LineFaults({ texts: t, faults }: LineFaultsProps): JSX.Element | null {
  const formats = useFormats();
  if (faults.length === 0) return null;
  const rest = faults.length - SHOWN_FAULTS;
  return (
    <>
      <PlainTable
        caption={t.fault}
        columns={[{ label: t.line, isNumber: true }, { label: t.fault }]}
        rows={faults.slice(0, SHOWN_FAULTS).map(({ line, text }) => ({
          key: String(line),
          cells: [formats.count(line), text],
        }))}
      />
      {rest > 0 ? <Text size="sm">{t.moreFaults(formats.count(rest))}</Text> : null}
    </>
  );
}

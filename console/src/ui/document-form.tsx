// A CPF or CNPJ that is judged while it is typed.
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { parseDocument } from '../../../src/documents/document.ts';
import { isFault } from '../../../src/documents/fault.ts';

type DocumentFormProps = {
  label: string;
  fault: string;
  act: string;
  isCpfOnly?: boolean;
  isBusy?: boolean;
  onAsk(document: string): void;
};

export function DocumentForm({
  label,
  fault,
  act,
  isCpfOnly = false,
  isBusy = false,
  onAsk,
}: DocumentFormProps): JSX.Element {
  const [text, setText] = useState('');
  const [isJudged, setJudged] = useState(false);
  const document = parseDocument(text);
  const isWrong = isFault(document) || (isCpfOnly && document.length !== 11);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setJudged(true);
        if (!isWrong && typeof document === 'string') onAsk(document);
      }}
    >
      <Group align="flex-start" gap="sm">
        <TextInput
          label={label}
          value={text}
          w={{ base: '100%', xs: 260 }}
          autoComplete="off"
          inputMode={isCpfOnly ? 'numeric' : 'text'}
          onChange={(event) => setText(event.currentTarget.value)}
          error={isJudged && isWrong ? fault : null}
        />
        <Button type="submit" variant="default" mt={{ base: 0, xs: 25 }} loading={isBusy}>
          {act}
        </Button>
      </Group>
    </form>
  );
}

import { TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { JSX, ReactNode } from 'react';
import { useTexts } from '../../ui/language-context.tsx';
import { recognise } from './recognise.ts';
import type { Recognised } from './recognise.ts';
import { useSearchDialog } from './search-context.tsx';
import { searchTexts } from './texts.ts';

type SearchTexts = (typeof searchTexts)['pt-BR'];

function describeRecognised(t: SearchTexts, found: Recognised): string {
  switch (found.kind) {
    case 'document':
      return found.type === 'CPF' ? t.isCpf : t.isCnpj;
    case 'case':
      return found.hasRightDigits ? t.isCase(found.court) : t.caseWrongDigits;
    case 'unfinished':
      return t.missing(found.missing);
    case 'wrong':
      return { characters: t.wrongCharacters, digits: t.wrongDigits, length: t.wrongLength }[found.reason];
    case 'nothing':
    default:
      return '';
  }
}

type SearchFieldProps = { size: 'sm' | 'lg'; isHeld?: boolean; aside?: ReactNode };

export function SearchField({ size, isHeld = false, aside }: SearchFieldProps): JSX.Element {
  const t = useTexts(searchTexts);
  const { ask } = useSearchDialog();
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useHotkeys(isHeld ? [['/', () => input.current?.focus()]] : []);
  const found = recognise(text);
  const told = describeRecognised(t, found);
  const submit = (): void => {
    if (found.kind !== 'document' && found.kind !== 'case') return;
    ask(found);
    setText('');
  };
  return (
    <form
      role="search"
      className="farol-search"
      data-size={size}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        ref={input}
        size={size}
        aria-label={t.label}
        placeholder={t.placeholder}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        error={found.kind === 'wrong'}
        aria-describedby={`farol-told-${size}`}
      />
      <output id={`farol-told-${size}`} className="farol-told" data-kind={found.kind} data-size={size}>
        {told}
      </output>
      {aside}
    </form>
  );
}

/** In the header of every page; the slash key leads to it. */
export function SearchBar(): JSX.Element {
  return <SearchField size="sm" isHeld />;
}

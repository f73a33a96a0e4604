import { Text } from '@mantine/core';
import type { JSX } from 'react';

const SHOWN = 8;

/** Long ids are told apart by their beginning; the whole is there for whoever points at it. Numbers get a mark. */
export function ShortId({ id }: { id: string }): JSX.Element | null {
  if (id === '') return null;
  const isLong = id.length > 12;
  return (
    <Text span size="sm" c="dimmed" ff="monospace" {...(isLong ? { title: id } : {})}>
      {isLong ? `${id.slice(0, SHOWN)}…` : /^\d+$/.test(id) ? `#${id}` : id}
    </Text>
  );
}

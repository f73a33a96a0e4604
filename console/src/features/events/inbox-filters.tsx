import { Button, Group, NativeSelect, Switch } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../ui/language-context.tsx';
import type { InboxFilter } from './inbox.ts';
import { eventTexts } from './texts.ts';

const KINDS = [
  'case',
  'debt',
  'protest',
  'partner',
  'registry',
  'radar',
  'analysis',
  'batch',
  'cnh',
  'scr',
  'webhook',
] as const;
const SEVERITIES = ['high', 'medium', 'low'] as const;

type InboxFiltersProps = {
  filter: InboxFilter;
  /** Of the radar that the list is narrowed to, where its name is known. */
  radarName: string | undefined;
  onChange(filter: InboxFilter): void;
  onAllRadars(): void;
};

function without(filter: InboxFilter, name: keyof InboxFilter): InboxFilter {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => key !== name));
}

export function InboxFilters({ filter, radarName, onChange, onAllRadars }: InboxFiltersProps): JSX.Element {
  const t = useTexts(eventTexts);
  const kind = KINDS.find((each) => each === filter.kind);
  return (
    <Group gap="sm" align="flex-end" mb="md">
      <NativeSelect
        label={t.kind}
        size="xs"
        value={kind ?? ''}
        data={[
          { value: '', label: t.any },
          ...KINDS.map((each) => ({ value: each, label: t[`kind_${each}`] })),
        ]}
        onChange={(event) => {
          const wanted = KINDS.find((each) => each === event.currentTarget.value);
          const rest = without(filter, 'kind');
          onChange(wanted === undefined ? rest : { ...rest, kind: wanted });
        }}
      />
      <NativeSelect
        label={t.severity}
        size="xs"
        value={filter.severity ?? ''}
        data={[
          { value: '', label: t.anySeverity },
          ...SEVERITIES.map((each) => ({ value: each, label: t[each] })),
        ]}
        onChange={(event) => {
          const wanted = SEVERITIES.find((each) => each === event.currentTarget.value);
          const rest = without(filter, 'severity');
          onChange(wanted === undefined ? rest : { ...rest, severity: wanted });
        }}
      />
      <Switch
        label={t.showDismissed}
        checked={filter.dismissed === 'shown'}
        mb={6}
        onChange={(event) => {
          const rest = without(filter, 'dismissed');
          onChange(event.currentTarget.checked ? { ...rest, dismissed: 'shown' } : rest);
        }}
      />
      {filter.radarId === undefined ? null : (
        <Button size="xs" variant="light" onClick={onAllRadars}>
          {radarName === undefined ? t.oneRadar : t.onlyRadar(radarName)} · {t.allRadars}
        </Button>
      )}
    </Group>
  );
}

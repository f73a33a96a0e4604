import { Button, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { JSX } from 'react';
import type { Overview } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import type { CaseFilter } from './case-pages.ts';
import { caseTexts } from './case-texts.ts';

type CaseFiltersProps = {
  filter: CaseFilter;
  courts: Overview['courts'];
  onChange(filter: CaseFilter): void;
};
type Choice = { value: string; label: string };
type FilterName = 'nature' | 'life' | 'risk' | 'court' | 'order';

/** Without the name where everything is wanted. */
function withChoice(filter: CaseFilter, name: FilterName | 'number', value: string): CaseFilter {
  const rest = Object.fromEntries(Object.entries(filter).filter(([key]) => key !== name));
  return value === '' ? rest : { ...rest, [name]: value };
}

function useChoices(courts: Overview['courts']): [FilterName, string, Choice[]][] {
  const t = useTexts(caseTexts);
  const choice = (value: string, label: string): Choice => ({ value, label });
  return [
    ['risk', t.risk, [choice('', t.any), choice('WITH', t.withRisk), choice('WITHOUT', t.withoutRisk)]],
    [
      'nature',
      t.nature,
      [
        choice('', t.anyFeminine),
        choice('EXECUTION', t.execution),
        choice('LABOUR', t.labour),
        choice('CRIMINAL', t.criminal),
        choice('CIVIL', t.civil),
      ],
    ],
    ['life', t.life, [choice('', t.anyFeminine), choice('ACTIVE', t.active), choice('INACTIVE', t.inactive)]],
    [
      'court',
      t.court,
      [choice('', t.any), ...courts.map(({ court, total }) => choice(court, `${court} (${total})`))],
    ],
    [
      'order',
      t.order,
      [
        choice('VALUE', t.byValue),
        choice('FILED', t.byFiled),
        choice('MOVED', t.byMoved),
        choice('NUMBER', t.byNumber),
      ],
    ],
  ];
}

export function CaseFilters({ filter, courts, onChange }: CaseFiltersProps): JSX.Element {
  const t = useTexts(caseTexts);
  const choices = useChoices(courts);
  const isFiltered = Object.keys(filter).some((name) => name !== 'order');
  return (
    <SimpleGrid cols={{ base: 2, md: 4, lg: 7 }} spacing="xs" mb="sm" className="farol-noprint farol-filters">
      <TextInput
        label={t.search}
        size="xs"
        inputMode="numeric"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={filter.number ?? ''}
        onChange={(event) => {
          const digits = event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 20);
          onChange(withChoice(filter, 'number', digits));
        }}
      />
      {choices.map(([name, label, data]) => (
        <NativeSelect
          key={name}
          label={label}
          size="xs"
          data={data}
          value={filter[name] ?? ''}
          onChange={(event) => onChange(withChoice(filter, name, event.currentTarget.value))}
        />
      ))}
      <Button
        size="xs"
        variant="default"
        disabled={!isFiltered}
        onClick={() => onChange(filter.order === undefined ? {} : { order: filter.order })}
        style={{ alignSelf: 'end' }}
      >
        {t.clear}
      </Button>
    </SimpleGrid>
  );
}

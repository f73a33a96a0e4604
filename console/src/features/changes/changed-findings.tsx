// Debts, protests, partners, holdings and the registry: what came, what went, what is different.
import { Stack, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import type { Changes } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { changeTexts } from './texts.ts';

type Compared = Changes['debts']['compared'];
type Line = { key: string; mark: string; text: string };
type ListProps = { title: string; compared: Compared; lines: readonly Line[] };

function ChangeList({ title, compared, lines }: ListProps): JSX.Element {
  const t = useTexts(changeTexts);
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      {compared === 'COMPARED' ? null : (
        <Text size="sm" c="dimmed">
          {t[compared]}
        </Text>
      )}
      {compared === 'COMPARED' && lines.length === 0 ? <Text size="sm">{t.nothing}</Text> : null}
      {lines.map(({ key, mark, text }) => (
        <Text key={key} size="sm">
          <b>{mark}</b> {text}
        </Text>
      ))}
    </div>
  );
}

type Lists<T> = { in: readonly T[]; out: readonly T[]; changed?: readonly { before: T; after: T }[] };

function useLines(): <T>(lists: Lists<T>, write: (item: T) => string) => Line[] {
  const t = useTexts(changeTexts);
  return (lists, write) => [
    ...lists.in.map((item, place) => ({ key: `in ${place}`, mark: t.in, text: write(item) })),
    ...lists.out.map((item, place) => ({ key: `out ${place}`, mark: t.out, text: write(item) })),
    ...(lists.changed ?? []).map(({ before, after }, place) => ({
      key: `changed ${place}`,
      mark: t.changed,
      text: t.fromTo(write(before), write(after)),
    })),
  ];
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

export function ChangedFindings({ changes }: { changes: Changes }): JSX.Element {
  const t = useTexts(changeTexts);
  const formats = useFormats();
  const linesOf = useLines();
  const money = (value: string): string => (value === '' ? '' : formats.money(value));
  const { debts, protests, partners, companies, registry } = changes;
  const gone: Line[] =
    protests.out.count === 0
      ? []
      : [
          {
            key: 'gone',
            mark: t.out,
            text: t.protestsOut(formats.count(protests.out.count), money(protests.out.value)),
          },
        ];
  const fields = registry.changed.map(({ field, before, after }) => ({
    key: field,
    mark: field,
    text: t.fromTo(before === '' ? t.nothingBefore : before, after === '' ? t.nothingBefore : after),
  }));
  return (
    <Stack gap="md" className="farol-change-lists">
      <ChangeList
        title={t.debts}
        compared={debts.compared}
        lines={linesOf(debts, ({ inscription, situation, value }) =>
          joined(inscription, situation, money(value)),
        )}
      />
      <ChangeList
        title={t.protests}
        compared={protests.compared}
        lines={[
          ...linesOf({ in: protests.in, out: [] }, ({ office, city, value }) =>
            joined(office, city, money(value)),
          ),
          ...gone,
        ]}
      />
      <ChangeList
        title={t.partners}
        compared={partners.compared}
        lines={linesOf(partners, ({ name, qualification }) => joined(name, qualification))}
      />
      <ChangeList
        title={t.companies}
        compared={companies.compared}
        lines={linesOf(companies, ({ name, qualification }) => joined(name, qualification))}
      />
      <ChangeList title={t.registry} compared={registry.compared} lines={fields} />
    </Stack>
  );
}

import { Anchor, Button, Center, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { ChangedCase } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { writeCaseNumber } from '../../ui/numbers.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { changeTexts } from './texts.ts';

function useChangeText(): (found: ChangedCase) => string {
  const t = useTexts(changeTexts);
  const formats = useFormats();
  const money = (value: string | undefined): string =>
    value === undefined || value === '' ? t.unknownValue : formats.money(value);
  return ({ changes, before, after }) =>
    changes
      .map((change) =>
        change === 'VALUE'
          ? `${t.VALUE} ${t.valueFromTo(money(before?.value), money(after.value))}`
          : t[change],
      )
      .join(', ');
}

type ChangedCasesProps = {
  cases: readonly ChangedCase[];
  isLoading: boolean;
  /** Null at the end. */
  onMore: (() => void) | null;
};

export function ChangedCases({ cases, isLoading, onMore }: ChangedCasesProps): JSX.Element {
  const t = useTexts(changeTexts);
  const textOf = useChangeText();
  const { organizationId } = useEnteredOrganization();
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {t.cases}
      </Title>
      {cases.length === 0 ? (
        <Text size="sm">{t.noCases}</Text>
      ) : (
        <PlainTable
          caption={t.cases}
          columns={[{ label: t.number }, { label: t.what }]}
          rows={cases.map((found) => ({
            key: found.processNumber,
            cells: [
              <Anchor
                key="number"
                component={Link}
                to={`/o/${organizationId}/processes/${found.processNumber}`}
                size="sm"
              >
                {writeCaseNumber(found.processNumber)}
              </Anchor>,
              textOf(found),
            ],
          }))}
        />
      )}
      {onMore === null ? null : (
        <Center mt="sm">
          <Button size="xs" variant="default" loading={isLoading} onClick={onMore}>
            {t.moreCases}
          </Button>
        </Center>
      )}
    </div>
  );
}

import { Table } from '@mantine/core';
import type { JSX, ReactNode } from 'react';

export type Column = { label: string; isNumber?: boolean };
type PlainTableProps = {
  caption: string;
  columns: readonly Column[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
};

const COLUMN_PX = 116;

/** Short lists; on a narrow screen it scrolls by itself and the page does not. */
export function PlainTable({ caption, columns, rows }: PlainTableProps): JSX.Element {
  return (
    <Table.ScrollContainer
      minWidth={COLUMN_PX * columns.length}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': caption, role: 'group' } }}
    >
      <Table verticalSpacing="xs" aria-label={caption}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ label, isNumber = false }) => (
              <Table.Th key={label} ta={isNumber ? 'end' : 'start'}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells }) => (
            <Table.Tr key={key}>
              {cells.map((cell, index) => (
                <Table.Td
                  key={columns[index]?.label ?? index}
                  className="farol-number"
                  ta={columns[index]?.isNumber === true ? 'end' : 'start'}
                >
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

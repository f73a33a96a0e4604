import { Table } from '@mantine/core';
import type { JSX, ReactNode } from 'react';

export type Column = { label: string; isNumber?: boolean };
type PlainTableProps = {
  caption: string;
  columns: readonly Column[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** On a narrow screen every row is a block of its own, and nothing has to be scrolled to. */
  isStacked?: boolean;
};

const COLUMN_PX = 116;

/** Short lists; on a narrow screen it scrolls by itself and the page does not. */
export function PlainTable({ caption, columns, rows, isStacked = false }: PlainTableProps): JSX.Element {
  // Laid out as blocks, the parts of a table have to say what they are.
  const role = (name: string): { role?: string } => (isStacked ? { role: name } : {});
  return (
    <Table.ScrollContainer
      minWidth={COLUMN_PX * columns.length}
      {...(isStacked ? { className: 'farol-stacked-frame' } : {})}
      scrollAreaProps={{
        // Room for the bar only where there is one.
        offsetScrollbars: 'present',
        viewportProps: { tabIndex: 0, 'aria-label': caption, role: 'group' },
      }}
    >
      <Table
        verticalSpacing="xs"
        aria-label={caption}
        {...role('table')}
        {...(isStacked ? { className: 'farol-stacked' } : {})}
      >
        <Table.Thead {...role('rowgroup')}>
          <Table.Tr {...role('row')}>
            {columns.map(({ label, isNumber = false }) => (
              <Table.Th key={label} ta={isNumber ? 'end' : 'start'} {...role('columnheader')}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody {...role('rowgroup')}>
          {rows.map(({ key, cells }) => (
            <Table.Tr key={key} {...role('row')}>
              {cells.map((cell, index) => (
                <Table.Td
                  key={columns[index]?.label ?? index}
                  className="farol-number"
                  data-label={columns[index]?.label}
                  {...role('cell')}
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

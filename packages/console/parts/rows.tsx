import type { ReactNode } from 'react';
import { Table } from '@mantine/core';

interface Props {
  /** What is read aloud, and finds the table. */
  label: string;
  /** The column of buttons has no head. */
  head: readonly string[];
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** The columns from this one on hold figures or buttons, and end at the same edge. */
  endsFrom?: number;
  /** Where the page is narrower, in pixels, the table scrolls and the page does not. */
  minWidth?: number;
}

/** A table with a head. */
export function Rows({ label, head, rows, endsFrom = head.length, minWidth = 480 }: Props) {
  const alignment = (at: number) => (at >= endsFrom ? ({ ta: 'right' } as const) : {});
  return (
    // By the keyboard as well.
    <Table.ScrollContainer minWidth={minWidth} type="native" tabIndex={0}>
      <Table className="list" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {head.map((text, at) => (
              <Table.Th key={text} {...alignment(at)}>
                {text}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells }) => (
            <Table.Tr key={key}>
              {cells.map((cell, at) => (
                <Table.Td key={head[at]} {...alignment(at)}>
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

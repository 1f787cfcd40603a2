import type { ReactNode } from 'react';
import { Table } from '@mantine/core';
import { Note, Section } from './page.tsx';

interface Props<Row> {
  /** What is read aloud, and finds the table. */
  label: string;
  /** The column of buttons has no head. */
  head: readonly string[];
  rows: readonly Row[];
  /** A row with one cell is the heading of those below it. */
  cells: (row: Row) => readonly ReactNode[];
  /** What tells rows apart, where they have no id. */
  rowKey?: (row: Row) => string;
  /** The columns from this one on hold figures or buttons, and end at the same edge. */
  endsFrom?: number;
  /** How high it may be, in pixels: longer ones scroll. */
  mah?: number;
}

const idOf = (row: unknown): string => (row as { id: string }).id;

/** A table with a head. On a phone each row is a block of lines, each with its head. */
export function Rows<Row>(props: Props<Row>) {
  const { label, head, rows, cells, rowKey = idOf, endsFrom = head.length, mah } = props;
  const alignment = (at: number) => (at >= endsFrom ? ({ ta: 'right' } as const) : {});
  const rowOf = (row: Row) => {
    const shown = cells(row);
    return shown.length === 1 && head.length > 1 ? (
      <Table.Tr key={rowKey(row)} className="group">
        <Table.Th colSpan={head.length} scope="rowgroup">
          {shown}
        </Table.Th>
      </Table.Tr>
    ) : (
      <Table.Tr key={rowKey(row)}>
        {shown.map((cell, at) => (
          <Table.Td key={head[at]} data-head={head[at]} {...alignment(at)}>
            {cell}
          </Table.Td>
        ))}
      </Table.Tr>
    );
  };
  return (
    <div {...(mah !== undefined && { style: { maxHeight: mah, overflow: 'auto' }, tabIndex: 0 })}>
      <Table className="list" aria-label={label} stickyHeader={mah !== undefined} role="table">
        <Table.Thead>
          <Table.Tr>
            {head.map((text, at) => (
              <Table.Th key={text} {...alignment(at)}>
                {text}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{rows.map(rowOf)}</Table.Tbody>
      </Table>
    </div>
  );
}

interface SheetProps<Row> extends Omit<Props<Row>, 'label'> {
  title: string;
  /** What it means that there are no rows; without it there is no table then. */
  none?: string;
}

/** A part of a page that is one table. */
export function Sheet<Row>({ title, none, ...table }: SheetProps<Row>) {
  if (table.rows.length === 0 && none === undefined) return null;
  return (
    <Section title={title}>
      {table.rows.length === 0 ? <Note>{none}</Note> : <Rows label={title} {...table} />}
    </Section>
  );
}

import type { ReactNode } from 'react';
import { Table } from '@mantine/core';
import { Note, Section } from './page.tsx';

interface Row {
  readonly key: string;
  readonly cells: readonly ReactNode[];
}

interface Props {
  /** What is read aloud, and finds the table. */
  label: string;
  /** The column of buttons has no head. */
  head: readonly string[];
  /** A row with one cell is the heading of those below it. */
  rows: readonly Row[];
  /** The columns from this one on hold figures or buttons, and end at the same edge. */
  endsFrom?: number;
  /** How high it may be, in pixels: longer ones scroll. */
  mah?: number;
}

/** A table with a head. On a phone each row is a block of lines, each with its head. */
export function Rows({ label, head, rows, endsFrom = head.length, mah }: Props) {
  const alignment = (at: number) => (at >= endsFrom ? ({ ta: 'right' } as const) : {});
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
        <Table.Tbody>
          {rows.map(({ key, cells }) =>
            cells.length === 1 && head.length > 1 ? (
              <Table.Tr key={key} className="group">
                <Table.Th colSpan={head.length} scope="rowgroup">
                  {cells}
                </Table.Th>
              </Table.Tr>
            ) : (
              <Table.Tr key={key}>
                {cells.map((cell, at) => (
                  <Table.Td key={head[at]} data-head={head[at]} {...alignment(at)}>
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ),
          )}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface SheetProps extends Omit<Props, 'label'> {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  /** What it means that there are no rows. */
  none: string;
}

/** A part of a page that is one table. */
export function Sheet({ title, about, actions, none, ...table }: SheetProps) {
  return (
    <Section title={title} about={about} actions={actions}>
      {table.rows.length === 0 ? <Note>{none}</Note> : <Rows label={title} {...table} />}
    </Section>
  );
}

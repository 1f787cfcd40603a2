import type { ReactNode } from 'react';
import { Table } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { formats } from '../app/format.ts';
import { Loaded, Note, Section } from './page.tsx';

interface Props<Row> {
  /** What is read aloud, and finds the table. */
  label: string;
  /** A column of buttons has no head, and rows that explain themselves have none. */
  head: readonly string[];
  rows: readonly Row[];
  /** A row with one cell is the heading of those below it. */
  cells: (row: Row) => readonly ReactNode[];
  /** What distinguishes rows that have no id and change their places. */
  rowKey?: (row: Row) => string;
  /** The columns from this one on hold figures or buttons, and end at the same edge. */
  endsFrom?: number;
  /** What it means that there are no rows. */
  none?: string;
  /** How high it may be, in pixels: longer ones scroll. */
  mah?: number;
}

const idOf = (row: unknown): string | undefined => (row as { id?: string }).id;

/** A table with a head. On a phone each row is a block of lines, each with its head. */
export function Rows<Row>(props: Props<Row>) {
  const { label, head, rows, cells, rowKey = idOf, endsFrom = head.length, none, mah } = props;
  if (rows.length === 0 && none !== undefined) return <Note>{none}</Note>;
  const alignment = (at: number) => (at >= endsFrom ? ({ ta: 'right' } as const) : {});
  const rowOf = (row: Row, index: number) => {
    const shown = cells(row);
    const key = rowKey(row) ?? index;
    return shown.length === 1 && head.length > 1 ? (
      <Table.Tr key={key} className="group">
        <Table.Th colSpan={head.length} scope="rowgroup">
          {shown}
        </Table.Th>
      </Table.Tr>
    ) : (
      <Table.Tr key={key}>
        {shown.map((cell, at) => (
          <Table.Td key={at} data-head={head[at]} {...alignment(at)}>
            {cell}
          </Table.Td>
        ))}
      </Table.Tr>
    );
  };
  return (
    <div {...(mah !== undefined && { style: { maxHeight: mah, overflow: 'auto' }, tabIndex: 0 })}>
      <Table className="list" aria-label={label} stickyHeader={mah !== undefined} role="table">
        {head.some(Boolean) && (
          <Table.Thead>
            <Table.Tr>
              {head.map((text, at) => (
                <Table.Th key={at} {...alignment(at)}>
                  {text}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
        )}
        <Table.Tbody>{rows.map(rowOf)}</Table.Tbody>
      </Table>
    </div>
  );
}

interface ListedProps<Row> extends Omit<Props<Row>, 'rows'> {
  query: UseQueryResult<readonly Row[] | { readonly data: readonly Row[] }>;
  empty?: ReactNode;
}

export const Listed = <Row,>({ query, empty, ...table }: ListedProps<Row>) => (
  <Loaded query={query} empty={empty}>
    {(read) => <Rows rows={'data' in read ? read.data : read} {...table} />}
  </Loaded>
);

interface SheetProps<Row> extends Omit<Props<Row>, 'label'> {
  title: string;
  isBoxed?: boolean;
}

/** A part of a page that is one table; without rows, and what that means, it is not there. */
export function Sheet<Row>({ title, isBoxed = false, ...table }: SheetProps<Row>) {
  if (table.rows.length === 0 && table.none === undefined) return null;
  return (
    <Section title={title} isBoxed={isBoxed}>
      <Rows label={title} {...table} />
    </Section>
  );
}

interface AmountProps {
  value: string | null;
  /** Null: that of an account that is not known yet. */
  currency: string | null;
  signed?: boolean;
  /** In the digits of its currency: of what is worth so much, rather than was paid. */
  rounded?: boolean;
  none?: string;
}

/** An exact amount of a currency in figures of one width; money in is green where `signed`. */
export function Amount(props: AmountProps) {
  const { value, currency, signed = false, rounded = false, none = '–' } = props;
  if (value === null) return <Note span>{none}</Note>;
  const isIn = signed && !value.startsWith('-') && Number(value) !== 0;
  return (
    <span data-in={isIn} style={{ whiteSpace: 'nowrap' }}>
      {currency === null
        ? formats.decimal(value)
        : formats.amount(value, currency, { sign: signed, rounded })}
    </span>
  );
}

/** A cell with a second, quieter line: what is known of it, side by side. */
export const noted = (what: ReactNode, ...notes: readonly (string | number | false | null)[]) => (
  <>
    {what}
    <Note size="xs">{notes.filter(Boolean).join(' · ')}</Note>
  </>
);

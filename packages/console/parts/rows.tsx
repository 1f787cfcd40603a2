import type { ReactNode } from 'react';
import { Table } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { formats } from '../app/format.ts';
import { Loaded, Note, Section } from './page.tsx';

interface Props<Row> {
  /** The accessible name of the table. */
  label: string;
  /** The headings; empty for a column of buttons, and all empty for rows that explain themselves. */
  head: readonly string[];
  rows: readonly Row[];
  /** A row with a single cell is a heading for the rows below it. */
  cells: (row: Row) => readonly ReactNode[];
  /** The React key of rows that have no id and may be reordered. */
  rowKey?: (row: Row) => string;
  /** Columns from this index on hold figures or buttons and are right-aligned. */
  endsFrom?: number;
  /** The text for a table without rows. */
  none?: string;
  /** The greatest height in pixels; longer tables scroll. */
  mah?: number;
}

const idOf = (row: unknown): string | undefined => (row as { id?: string }).id;

/** A table. On a phone each row is a block of lines, each with the heading of its column. */
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

/** A section that is one table; renders nothing without rows and `none`. */
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
  /** Null if the currency is that of an account not known yet. */
  currency: string | null;
  signed?: boolean;
  /** Rounds to the usual decimals of the currency, for a valuation rather than a payment. */
  rounded?: boolean;
  none?: string;
}

/** An amount of money; if `signed`, money in is green and has a plus. */
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

/** A cell with a second, paler line of notes. */
export const noted = (what: ReactNode, ...notes: readonly (string | number | false | null)[]) => (
  <>
    {what}
    <Note size="xs">{notes.filter(Boolean).join(' · ')}</Note>
  </>
);

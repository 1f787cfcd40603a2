import { Badge, Code, Mark, Text } from '@mantine/core';
import { formats, type Schemas, texts } from '../../app/index.ts';
import { Amount, faultWords, Note, Sheet } from '../../parts/index.ts';
import type { Preflight } from './judge.ts';

const t = texts('imports');

interface Props {
  preflight: Preflight;
  lines: Readonly<Record<number, string>>;
}

/** Lines of the file, and beside each what was read from it. */
export function RowsRead({ preflight: { sample = [] }, lines }: Props) {
  const head = ['line', 'in_file', 'date', 'name', 'category', 'amount'] as const;
  return (
    <Sheet
      title={t('rows_read')}
      head={head.map((name) => t(name))}
      endsFrom={5}
      mah={420}

      rows={sample}
      rowKey={({ line }) => String(line)}
      cells={({ line, date, amount, currency, name, category, pending }) => [
        <Note span>{line}</Note>,
        <Text truncate maw={360} ff="monospace" size="xs" title={lines[line] ?? ''}>
          {lines[line]}
        </Text>,
        date === null ? '–' : formats.day(date),
        <span dir="auto">
          {name}
          {pending && <Note span size="xs">{` · ${t('pending')}`}</Note>}
        </span>,
        category,
        amount === null ? '–' : <Figure value={amount} currency={currency} />,
      ]}
    />
  );
}

/** An amount, whose currency is the account's where the row names none. */
export function Figure({ value, currency }: { value: string; currency: string | null }) {
  return currency === null ? (
    <span className="figures">{formats.number(value)}</span>
  ) : (
    <Amount value={value} currency={currency} signed />
  );
}

/** What is wrong, at the cell where it is. */
export function Faults({ preflight: { errors }, lines }: Props) {
  return (
    <Sheet
      title={t('faults')}
      head={[t('line'), t('fault')]}
      rows={errors}
      rowKey={({ code, message, line, column }) => `${code} ${line} ${column} ${message}`}
      cells={({ code, message, line, value }) => [
        line,
        <div>
          <Text size="sm">{faultWords({ code, message })}</Text>
          {line !== undefined && lines[line] !== undefined && (
            <Code block>{marked(lines[line], value)}</Code>
          )}
        </div>,
      ]}
    />
  );
}

function marked(line: string, value: string | undefined) {
  const at = value ? line.indexOf(value) : -1;
  if (value === undefined || at < 0) return line;
  return (
    <>
      {line.slice(0, at)}
      <Mark>{value}</Mark>
      {line.slice(at + value.length)}
    </>
  );
}

type State = Schemas['Import' | 'ImportSession']['status'];

const COLOURS: Partial<Record<State, string>> = {
  complete: 'teal',
  failed: 'red',
  publishing: 'blue',
  importing: 'blue',
  undoing: 'blue',
};

/** The state of an import or of a history. */
export function Status({ of }: { of: State }) {
  return (
    <Badge variant="dot" color={COLOURS[of] ?? 'gray'} component="span">
      {t(`status.${of}`)}
    </Badge>
  );
}

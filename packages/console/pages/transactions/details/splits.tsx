import { ActionIcon, Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { addDecimals, negateDecimal, normalizeDecimal } from '#preflight/money';
import { client, formats, texts, useWrite } from '../../../app/index.ts';
import { categoryOptions, type Transaction, useLookups } from '../../../parts/index.ts';

const t = texts('transactions');

interface Line {
  amount: string;
  name: string;
  category_id: string | null;
}

/** Parts of a transaction, each with its category; together they are the whole, to the last digit. */
export function Splits({ row }: { row: Transaction }) {
  const [lines, setLines] = useState<readonly Line[] | null>(
    row.splits.length > 0 ? row.splits : null,
  );
  if (row.parent_id !== null) return null;
  if (lines === null) {
    const first = { amount: row.amount, name: row.name, category_id: row.category_id };
    return (
      <Button
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setLines([first, { amount: '0', name: row.name, category_id: null }])}
      >
        {t('splits.start')}
      </Button>
    );
  }
  return <Editor row={row} lines={lines} setLines={setLines} />;
}

interface EditorProps {
  row: Transaction;
  lines: readonly Line[];
  setLines: (lines: readonly Line[] | null) => void;
}

function Editor({ row, lines, setLines }: EditorProps) {
  const save = useWrite(
    (splits: readonly Line[]) =>
      client.patch('/transactions/{id}', {
        path: { id: row.id },
        body: {
          splits: splits.map(({ amount, name, category_id }) => ({ amount, name, category_id })),
        },
      }),
    ['transaction'],
    ({ data }) => setLines(data.splits.length > 0 ? data.splits : null),
  );
  const parts = lines.map(({ amount }) => normalizeDecimal(amount.replace(',', '.')));
  const sum = parts.every((part) => part !== null) ? addDecimals(parts) : null;
  const whole = normalizeDecimal(row.amount) ?? '0';
  const left = sum === null ? null : addDecimals([whole, negateDecimal(sum)]);
  const set = (at: number, part: Partial<Line>): void =>
    setLines(lines.map((line, index) => (index === at ? { ...line, ...part } : line)));
  return (
    <Stack gap="xs" component="section" aria-label={t('splits.title')}>
      <Title order={3}>{t('splits.title')}</Title>
      {lines.map((line, at) => (
        <LineFields
          key={at}
          n={at + 1}
          line={line}
          set={(part) => set(at, part)}
          remove={
            lines.length < 3 ? null : () => setLines(lines.filter((_, index) => index !== at))
          }
        />
      ))}
      <Text size="xs" c={left === '0' ? 'dimmed' : 'red'} role="status">
        {left === null
          ? t('splits.invalid')
          : t('splits.left', { amount: formats.amount(left, row.currency) })}
      </Text>
      <Group gap="xs">
        <Button
          variant="filled"
          disabled={left !== '0'}
          loading={save.isPending}
          onClick={() =>
            save.mutate(lines.map((line, at) => ({ ...line, amount: parts[at] ?? line.amount })))
          }
        >
          {t('splits.save')}
        </Button>
        <Button
          onClick={() =>
            setLines([...lines, { amount: left ?? '0', name: row.name, category_id: null }])
          }
        >
          {t('splits.add')}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          // Until the save is read back, the row does not know its parts.
          disabled={save.isPending}
          onClick={() => (row.splits.length > 0 ? save.mutate([]) : setLines(null))}
        >
          {t('splits.whole')}
        </Button>
      </Group>
    </Stack>
  );
}

interface FieldsProps {
  n: number;
  line: Line;
  set: (part: Partial<Line>) => void;
  remove: (() => void) | null;
}

function LineFields({ n, line, set, remove }: FieldsProps) {
  const { categories } = useLookups();
  const label = (field: 'amount' | 'name' | 'category'): string =>
    `${t('splits.line', { n })}: ${t(`field.${field}`)}`;
  return (
    <Group gap={6} wrap="nowrap">
      <TextInput
        size="xs"
        w={96}
        inputMode="decimal"
        className="figures"
        aria-label={label('amount')}
        value={line.amount}
        onChange={(event) => set({ amount: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        flex={1}
        aria-label={label('name')}
        value={line.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Select
        size="xs"
        w={130}
        searchable
        clearable
        aria-label={label('category')}
        placeholder={t('uncategorized')}
        data={categoryOptions(categories)}
        value={line.category_id}
        onChange={(id) => set({ category_id: id })}
        comboboxProps={{ width: 240, position: 'bottom-end' }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('splits.remove', { n })}
        disabled={remove === null}
        onClick={() => remove?.()}
      >
        ×
      </ActionIcon>
    </Group>
  );
}

import { Button, CloseButton, Group, Stack, Text, Title } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { addDecimals, normalizeDecimal, subtractDecimals } from '#preflight/money';
import { client, formats, texts } from '../../../app/index.ts';
import { act } from '../../../parts/actions.tsx';
import { AmountInput } from '../../../parts/amount-input.tsx';
import { Outdated, useDraft } from '../../../parts/draft.tsx';
import { CategoryPicker, Fields } from '../../../parts/form.tsx';
import type { Transaction } from '../../../parts/lookups.ts';

const t = texts('transactions');

type Line = Pick<Transaction['splits'][number], 'amount' | 'name' | 'category_id'>;

const linesOf = ({ splits }: Pick<Transaction, 'splits'>): Line[] =>
  splits.map(({ amount, name, category_id }) => ({ amount, name, category_id }));

export function Splits({ row, ifMatch }: { row: Transaction; ifMatch: string | undefined }) {
  const draft = useDraft<readonly Line[]>(linesOf(row));
  const { values: lines, follow: then } = draft;
  const setLines = (next: readonly Line[]): void => draft.set(() => next);
  const section = useRef<HTMLDivElement>(null);
  const save = (splits: Line[]) => () =>
    client.patch('/transactions/{id}', { path: { id: row.id }, body: { splits }, ifMatch });
  const { amount, name, category_id } = row;
  const newLine = (left: string): Line => ({ amount: left, name, category_id: null });
  if (row.parent_id !== null) return null;
  if (lines.length === 0) {
    return (
      <Button
        style={{ justifySelf: 'start' }}
        onClick={() => {
          flushSync(() => setLines([{ amount, name, category_id }, newLine('0')]));
          section.current?.querySelector('input')?.focus();
        }}
      >
        {t('splits.start')}
      </Button>
    );
  }
  const parts = lines.map((line) => normalizeDecimal(line.amount));
  const sum = parts.every((part) => part !== null) ? addDecimals(parts) : null;
  const left = sum === null ? null : subtractDecimals(amount, sum);
  const isWhole = left === '0' && !parts.includes('0');
  const exact = lines.map((line, at) => ({ ...line, amount: parts[at] ?? line.amount }));
  return (
    <Stack gap="xs" component="section" ref={section} aria-label={t('splits.title')}>
      <Title order={3}>{t('splits.title')}</Title>
      <Outdated of={draft} />
      {lines.map((line, at) => (
        <Group key={at} gap={6} wrap="nowrap">
          <Fields
            of={fieldsOf(at + 1)}
            values={line}
            set={(part) => setLines(lines.with(at, { ...line, ...part }))}
          />
          <CloseButton
            aria-label={t('splits.remove', { n: at + 1 })}
            disabled={lines.length < 3}
            onClick={() => setLines(lines.toSpliced(at, 1))}
          />
        </Group>
      ))}
      <Text size="xs" c={isWhole ? 'dimmed' : 'red'} role="status">
        {left === null
          ? t('splits.invalid')
          : t('splits.left', { amount: formats.amount(left, row.currency) })}
        {left === '0' && !isWhole && ` ${t('splits.zero')}`}
      </Text>
      <Group gap="xs">
        {act(t('splits.save'), save(exact), { variant: 'filled', disabled: !isWhole, then })}
        <Button onClick={() => setLines([...lines, newLine(left ?? '0')])}>
          {t('splits.add')}
        </Button>
        {act(t('splits.whole'), save([]), { variant: 'subtle', color: 'gray', then })}
      </Group>
    </Stack>
  );
}

function fieldsOf(n: number) {
  const label = (name: 'amount' | 'name' | 'category') => ({
    size: 'xs',
    'aria-label': `${t('splits.line', { n })}: ${t(`field.${name}`)}`,
  });
  return {
    amount: { ...label('amount'), w: 96, input: AmountInput },
    name: { ...label('name'), flex: 1 },
    category_id: {
      ...label('category'),
      input: CategoryPicker,
      w: 130,
      placeholder: t('uncategorized'),
      comboboxProps: { width: 240, position: 'bottom-end' },
    },
  };
}

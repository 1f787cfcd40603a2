import { Badge, Checkbox, Select, Tooltip } from '@mantine/core';
import { memo, useState } from 'react';
import { client } from '../../app/client.ts';
import { useFormats } from '../../app/format.ts';
import { useWrite } from '../../app/queries.ts';
import { Amount } from '../../parts/amount.tsx';
import styles from './list.module.css';
import { categoryOptions } from '../../parts/lookups.ts';
import type { Lookups, Transaction } from '../../parts/lookups.ts';
import { useTransactionsTexts } from './texts.ts';

interface Props {
  row: Transaction;
  account: string;
  colour: string | undefined;
  categories: Lookups['categories'];
  isSelected: boolean;
  toggle: (row: Transaction) => void;
  show: (id: string) => void;
}

/** One line of the list; its category is edited in place, its name opens the rest. */
export const Row = memo(function Row(props: Props) {
  const { row, account, colour, categories, isSelected, toggle, show } = props;
  const t = useTransactionsTexts();
  const formats = useFormats();
  return (
    <>
      <span role="cell" className={styles['check']}>
        <Checkbox
          size="xs"
          checked={isSelected}
          aria-label={t('select', { name: row.name })}
          onChange={() => toggle(row)}
        />
      </span>
      <time role="cell" className={styles['date']} dateTime={row.date}>
        {formats.recentDay(row.date)}
      </time>
      <span role="cell" className={styles['name']}>
        <button type="button" className={styles['title']} onClick={() => show(row.id)}>
          {row.name}
        </button>
        <Badges row={row} />
      </span>
      <span role="cell" className={styles['category']}>
        <CategoryCell row={row} colour={colour} categories={categories} />
      </span>
      <span role="cell" className={styles['account']}>
        {account}
      </span>
      <span role="cell" className={styles['amount']}>
        <Amount value={row.amount} currency={row.currency} signed={!row.amount.startsWith('-')} />
      </span>
    </>
  );
});

/** What is particular about a transaction. The Pending badge goes when the feed brings the posted one. */
export function Badges({ row }: { row: Transaction }) {
  const t = useTransactionsTexts();
  return (
    <>
      {row.pending && (
        <Tooltip label={t('stale')} disabled={!row.stale_pending}>
          <Badge size="sm" variant="outline" color={row.stale_pending ? 'red' : 'gray'} flex="none">
            {t('pending')}
          </Badge>
        </Tooltip>
      )}
      {row.transfer_id !== null && (
        <Badge size="sm" variant="default" flex="none">
          {t('transfer')}
        </Badge>
      )}
      {(row.splits.length > 0 || row.parent_id !== null) && (
        <Badge size="sm" variant="default" flex="none">
          {t(row.parent_id === null ? 'split' : 'part')}
        </Badge>
      )}
      {row.excluded && (
        <Badge size="sm" variant="default" flex="none">
          {t('excluded')}
        </Badge>
      )}
    </>
  );
}

function CategoryCell({ row, colour, categories }: Pick<Props, 'row' | 'colour' | 'categories'>) {
  const t = useTransactionsTexts();
  const [isEdited, setEdited] = useState(false);
  const save = useWrite(
    (id: string | null) =>
      client.patch('/transactions/{id}', { path: { id: row.id }, body: { category_id: id } }),
    ['transaction'],
  );
  const name = row.category_name ?? t('uncategorized');
  if (isEdited) {
    return (
      <Select
        size="xs"
        searchable
        autoFocus
        defaultDropdownOpened
        selectFirstOptionOnChange
        clearable
        aria-label={t('field.category')}
        data={categoryOptions(categories)}
        value={row.category_id}
        onChange={(id) => {
          setEdited(false);
          if (id !== row.category_id) save.mutate(id);
        }}
        // What is typed replaces the category that is there.
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setEdited(false)}
        comboboxProps={{ width: 260, position: 'bottom-start' }}
      />
    );
  }
  return (
    <button
      type="button"
      className={styles['pick']}
      data-empty={row.category_id === null}
      aria-label={t('set_category', { name: row.name, category: name })}
      onClick={() => setEdited(true)}
    >
      {colour !== undefined && <span className={styles['dot']} style={{ background: colour }} />}
      {name}
    </button>
  );
}

import { Select } from '@mantine/core';
import { memo, useState } from 'react';
import { client, formats, texts, useWrite } from '../../app/index.ts';
import { Amount, categoryOptions, type Lookups, type Transaction } from '../../parts/index.ts';
import styles from './list.module.css';

const t = texts('transactions');

interface Props {
  row: Transaction;
  account: string;
  colour: string | undefined;
  categories: Lookups['categories'];
  isSelected: boolean;
  toggle: (row: Transaction) => void;
  show: (id: string) => void;
}

/**
 * One line of the list; its category is edited in place, its name opens the rest. Scrolling renders dozens between two frames, so it is
 * made of plain elements, and what only an edit needs comes with the edit.
 */
export const Row = memo(function Row(props: Props) {
  const { row, account, isSelected, toggle, show } = props;
  const [isEdited, setEdited] = useState(false);
  return (
    <>
      <span role="cell" className={styles['check']}>
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={t('select', { name: row.name })}
          onChange={() => toggle(row)}
        />
      </span>
      <time role="cell" className={styles['date']} dateTime={row.date}>
        {formats.recentDay(row.date)}
      </time>
      <span role="cell" className={styles['name']}>
        <button type="button" className={styles['title']} dir="auto" onClick={() => show(row.id)}>
          {row.name}
        </button>
        <Badges row={row} />
      </span>
      <span role="cell" className={styles['category']}>
        {isEdited ? (
          <CategoryEdit row={row} categories={props.categories} close={() => setEdited(false)} />
        ) : (
          <Category row={row} colour={props.colour} edit={() => setEdited(true)} />
        )}
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
  const isStale = row.pending && row.stale_pending;
  const words = [
    row.pending && t('pending'),
    row.transfer_id !== null && t('transfer'),
    row.splits.length > 0 && t('split'),
    row.parent_id !== null && t('part'),
    row.excluded && t('excluded'),
  ].filter((word) => word !== false);
  return words.map((word) => (
    <span
      key={word}
      className={styles['badge']}
      {...(isStale && word === words[0] && { 'data-stale': true, title: t('stale') })}
    >
      {word}
    </span>
  ));
}

function Category({ row, colour, edit }: Pick<Props, 'row' | 'colour'> & { edit: () => void }) {
  const name = row.category_name ?? t('uncategorized');
  return (
    <button
      type="button"
      className={styles['pick']}
      data-empty={row.category_id === null}
      aria-label={t('set_category', { name: row.name, category: name })}
      onClick={edit}
    >
      {colour !== undefined && <span className={styles['dot']} style={{ background: colour }} />}
      {name}
    </button>
  );
}

function CategoryEdit({
  row,
  categories,
  close,
}: Pick<Props, 'row' | 'categories'> & { close: () => void }) {
  const save = useWrite(
    (id: string | null) =>
      client.patch('/transactions/{id}', { path: { id: row.id }, body: { category_id: id } }),
    ['transaction'],
  );
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
        close();
        if (id !== row.category_id) save.mutate(id);
      }}
      // What is typed replaces the category that is there.
      onFocus={(event) => event.currentTarget.select()}
      onBlur={close}
      comboboxProps={{ width: 260, position: 'bottom-start' }}
    />
  );
}

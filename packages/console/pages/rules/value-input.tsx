import { Select, TextInput } from '@mantine/core';
import { texts } from '../../app/index.ts';
import { categoryOptions, type Lookups, toOptions, useLookups } from '../../parts/index.ts';
import type { Choice, Valued } from './words.ts';

const t = texts('rules');

/** The field for a value, by what the registry says of its kind. */
export function ValueInput({
  type,
  value,
  onChange,
  error,
}: {
  type: Valued;
  value: string | number | null | undefined;
  onChange: (value: string | null) => void;
  /** What is wrong with it, in the service's words; shown once something is entered. */
  error: string | undefined;
}) {
  const lookups = useLookups();
  const text = value === null || value === undefined ? '' : String(value);
  const common = { 'aria-label': t('value'), flex: '1 1 180px', miw: 0 };
  if (type.reference !== undefined || type.choices !== undefined) {
    const options = type.choices?.map((choice) => ({
      value: choice,
      label: t(`choice.${choice as Choice}`),
    }));
    const data = options ?? recordsOf(type.reference ?? 'tag', lookups);
    const isGone = text !== '' && !data.some((option) => option.value === text);
    return (
      <Select
        {...common}
        searchable
        selectFirstOptionOnChange
        limit={100}
        placeholder={t('choose')}
        data={isGone ? [...data, { value: text, label: lookups.areRead ? t('gone') : '…' }] : data}
        value={text === '' ? null : text}
        onChange={onChange}
      />
    );
  }
  const change = (entered: string) =>
    onChange(type.decimal === true ? entered.replace(',', '.') : entered);
  return (
    <TextInput
      {...common}
      {...(type.decimal === true && { inputMode: 'decimal' as const })}
      maxLength={1000}
      placeholder={t(type.decimal === true ? 'number' : 'text')}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      error={text !== '' && error !== undefined && (type.decimal ? t('no_number') : error)}
    />
  );
}

function recordsOf(kind: NonNullable<Valued['reference']>, lookups: Lookups) {
  switch (kind) {
    case 'account':
      return toOptions(lookups.accounts);
    case 'category':
      return categoryOptions(lookups.categories);
    case 'merchant':
      return toOptions(lookups.merchants);
    case 'tag':
      return toOptions(lookups.tags);
  }
}

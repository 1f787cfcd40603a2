import type { Schemas } from '@ledgerline/client';
import { useMemo } from 'react';
import { ACCOUNT_TYPES } from '#preflight/records/account-types';
import { useReadingAll } from '../app/queries.ts';
import { texts } from '../app/texts.ts';

const t = texts('parts');

export type Transaction = Schemas['Transaction'];

export const ACCOUNT_KINDS = [...ACCOUNT_TYPES.keys()] as Schemas['Account']['type'][];

/** The records that transactions refer to, shared by lists, filters and editors. */
export function useLookups() {
  const accounts = useReadingAll('/accounts').data;
  const categories = useReadingAll('/categories').data;
  const merchants = useReadingAll('/merchants').data;
  const tags = useReadingAll('/tags').data;
  const names = useMemo(() => {
    const lists = [accounts, categories, merchants, tags];
    return new Map(lists.flatMap((rows = []) => rows.map(({ id, name }) => [id, name])));
  }, [accounts, categories, merchants, tags]);
  /** Until all lists are read, a record that is not found may still exist. */
  const areRead = [accounts, categories, merchants, tags].every((rows) => rows !== undefined);
  const nameOf = (id: string): string => names.get(id) ?? (areRead ? t('gone') : '…');
  return {
    ...{ accounts: accounts ?? [], categories: categories ?? [] },
    ...{ merchants: merchants ?? [], tags: tags ?? [] },
    ...{ areRead, names, nameOf },
    /** Replaces the ids in a text with names. */
    named: (text: string): string => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, nameOf),
  };
}

export type Lookups = ReturnType<typeof useLookups>;

export const toOptions = (rows: readonly { id: string; name: string }[]) =>
  rows
    .map(({ id, name }) => ({ value: id, label: name }))
    .sort((a, b) => a.label.localeCompare(b.label));

/** Turns values of the API into the options of a select, each with its label. */
export const choices = <const Value extends string>(
  values: readonly Value[],
  label: (value: Value) => string,
) => values.map((value) => ({ value, label: label(value) }));

export function categoryOptions(categories: Lookups['categories']) {
  const below = Map.groupBy(categories, ({ parent_id: parent }) => parent);
  return toOptions(below.get(null) ?? []).flatMap(({ value, label }) => [
    { value, label },
    ...toOptions(below.get(value) ?? []).map((child) => ({
      ...child,
      label: `${label} › ${child.label}`,
    })),
  ]);
}

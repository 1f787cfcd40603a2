import { LosslessNumber } from 'lossless-json';
import type { SandboxAccount, WireObject, WireRow } from './account.ts';
import { addDays } from './days.ts';
import { fieldReader } from './read-fields.ts';

/** A recipe for generated rows: `rows` of them, `rows_per_day` a day from `start_date` on. Reads `{rows, id_prefix, amount, …}`. */
export function readRecipe(input: unknown) {
  const field = fieldReader(input, 'generate');
  const amount = field.input['amount'];
  const rows = field.whole('rows', 100);
  if (rows > 1_000_000) throw new Error('rows must be at most 1000000');
  return {
    rows,
    idPrefix: field.text('id_prefix', 'g'),
    /** Exact decimal text; null derives amounts from the row's number. */
    amount: amount instanceof LosslessNumber ? amount.toString() : field.optionalText('amount'),
    currency: field.optionalText('currency'),
    startDate: field.text('start_date', '2025-01-01'),
    rowsPerDay: Math.max(1, field.whole('rows_per_day', 40)),
    newestFirst: field.flag('newest_first', true),
    /** The newest n rows are pending (without an id) until they are settled. */
    pending: field.whole('pending', 0),
  };
}

/** Generates a recipe's rows. An id is the prefix and the row's number, so all rows differ. */
export function rowsByRecipe(recipe: ReturnType<typeof readRecipe>, accountId: unknown): WireRow[] {
  const rows: WireRow[] = [];
  for (let index = 0; index < recipe.rows; index += 1) {
    const pending = index >= recipe.rows - recipe.pending;
    const amount = recipe.amount ?? `-${1 + (index % 997)}.${String(index % 100).padStart(2, '0')}`;
    rows.push({
      id: pending ? null : `${recipe.idPrefix}${index}`,
      accountId,
      amount: new LosslessNumber(amount),
      ...(recipe.currency === null ? {} : { currency: recipe.currency }),
      date: addDays(recipe.startDate, Math.floor(index / recipe.rowsPerDay)),
      merchant: `Merchant ${index % 53}`,
      description: `Generated row ${index}`,
      isPending: pending,
      ...(pending ? { [settledId]: `${recipe.idPrefix}${index}` } : {}),
    });
  }
  return recipe.newestFirst ? rows.reverse() : rows;
}

/** A symbol, so that it is never serialised. */
const settledId = Symbol('id once settled');

/** An account whose data came through the admin routes. It lists rows in the order in which they came. */
export type CustomAccount = SandboxAccount & {
  /** Adds rows at the front, as a bank lists new ones. */
  addRows(rows: WireRow[]): void;
  /** Removes the rows with these ids; returns how many. */
  removeRows(ids: string[]): number;
};

/** Defaults: balance 100 in the currency of the account (USD if none), holdings 501. */
export function customAccount(data: {
  listing: WireObject;
  balance: WireObject | undefined;
  holdings: WireObject | null;
  rows: WireRow[];
}): CustomAccount {
  let { rows } = data;
  const { listing } = data;
  return {
    id: idText(listing['id']),
    listing,
    balance: data.balance ?? { amount: 100, currency: listing['currency'] ?? 'USD' },
    holdings: data.holdings,
    rows: () => rows,
    addRows: (added) => {
      rows = [...added, ...rows];
    },
    removeRows: (ids) => {
      const kept = rows.filter((row) => !ids.includes(idText(row['id'])));
      const removed = rows.length - kept.length;
      rows = kept;
      return removed;
    },
    settle: () => {
      const pending = rows.filter((row) => row['isPending'] === true);
      for (const row of pending) {
        const planned: unknown = Reflect.get(row, settledId);
        row['isPending'] = false;
        row['id'] = row['id'] ?? planned ?? `settled-${rows.indexOf(row)}`;
      }
      return pending.length;
    },
  };
}

/** Ids are compared as text. */
function idText(id: unknown): string {
  if (typeof id === 'string') return id;
  if (typeof id === 'number' || id instanceof LosslessNumber) return id.toString();
  return '';
}

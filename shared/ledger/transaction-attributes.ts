import type { Fragment, Tx } from '../postgres/connect.ts';

/**
 * The columns of a transaction that hold what people say of it in their own words: a request adds and changes them, a line of
 * a split has its own, and where two rows become one, the one that stays takes them over.
 */
export const TEXTS = ['notes'] as const;

type Texts = Readonly<Record<(typeof TEXTS)[number], string | null>>;

/** What a person can give a transaction or a line of a split beyond amount and name, by the names of columns. */
export interface Given extends Texts {
  readonly category_id: string | null;
  readonly merchant_id: string | null;
  readonly tag_ids: readonly string[];
}

/** Where a person gave nothing. */
export const NOTHING_GIVEN: Given = {
  ...(Object.fromEntries(TEXTS.map((column) => [column, null])) as unknown as Texts),
  category_id: null,
  merchant_id: null,
  tag_ids: [],
};

/** An assignment of each of these columns, as a part of an update. */
export function setTexts(tx: Tx, value: (column: string) => Fragment) {
  return TEXTS.map((column) => tx`${tx(column)} = ${value(column)}`).reduce(
    (all, each) => tx`${all}, ${each}`,
  );
}

/**
 * Of the row `kept`, with which the row `gone` becomes one: the value that a person set on either, first on the one that stays; else
 * `otherwise`, by default the first that is there.
 */
export function joinedValue(tx: Tx, column: string, otherwise?: Fragment) {
  return tx`
    case
      when kept.locked_attributes ? ${column} then kept.${tx(column)}
      when gone.locked_attributes ? ${column} then gone.${tx(column)}
      else ${otherwise ?? tx`coalesce(kept.${tx(column)}, gone.${tx(column)})`}
    end`;
}

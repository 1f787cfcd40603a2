import type { Fragment, Tx } from '../postgres/connect.ts';

/**
 * The columns of a transaction that hold a person's own words. A request can set and change them, each line of a split has its own,
 * and if two rows become one, the remaining row takes them over.
 */
export const TEXTS = ['notes'] as const;

type Texts = Readonly<Record<(typeof TEXTS)[number], string | null>>;

/** What a person can set on a transaction or a line of a split besides amount and name, by column name. */
export interface Given extends Texts {
  readonly category_id: string | null;
  readonly merchant_id: string | null;
  readonly tag_ids: readonly string[];
}

/** A person set nothing. */
export const NOTHING_GIVEN: Given = {
  ...(Object.fromEntries(TEXTS.map((column) => [column, null])) as unknown as Texts),
  category_id: null,
  merchant_id: null,
  tag_ids: [],
};

/** An assignment for each of these columns, as part of an update. */
export function setTexts(tx: Tx, value: (column: string) => Fragment) {
  return TEXTS.map((column) => tx`${tx(column)} = ${value(column)}`).reduce(
    (all, each) => tx`${all}, ${each}`,
  );
}

/**
 * The value of a column when the row `gone` is merged into the row `kept`: what a person set on `kept`, else on `gone`; else
 * `otherwise`, by default the first value that is not null.
 */
export function joinedValue(tx: Tx, column: string, otherwise?: Fragment) {
  return tx`
    case
      when kept.locked_attributes ? ${column} then kept.${tx(column)}
      when gone.locked_attributes ? ${column} then gone.${tx(column)}
      else ${otherwise ?? tx`coalesce(kept.${tx(column)}, gone.${tx(column)})`}
    end`;
}

import type { Fragment, Tx } from '../../postgres/connect.ts';

export interface CsvScope {
  readonly householdId: string;
  readonly importId: string;
  /** Only rows of these amounts. Default: all. */
  readonly amounts?: readonly string[];
}

/** `source` of entries that a CSV import created. */
export const IMPORT_SOURCE = 'csv_import';

/** The rows `r` of the import that are in the scope. */
export function ofImport(tx: Tx, { householdId, importId, amounts }: CsvScope): Fragment {
  return tx`
    r.household_id = ${householdId}
    and r.import_id = ${importId}
    ${amounts === undefined ? tx`` : tx`and r.amount = any(${amounts as string[]}::numeric[])`}`;
}

/** The household's currency, for rows that state none and whose account has none. */
export function homeCurrency(tx: Tx, { householdId }: CsvScope): Fragment {
  return tx`(select currency from households where id = ${householdId})`;
}

/** How many records an import created and updated, by kind. */
export interface Written {
  created: Record<string, number>;
  updated: Record<string, number>;
}

/** Called with the number of rows written since the last call. */
export type OnWritten = (rows: number) => void;

export interface Publisher {
  /**
   * Whether only rows of the same amount match in this import: then after a change only rows of the amounts concerned
   * are judged again. Default: no.
   */
  matchesByAmount?(tx: Tx, scope: CsvScope): Promise<boolean>;
  /** Decides for every row whether the ledger has it. */
  judge(tx: Tx, scope: CsvScope): Promise<void>;
  write(tx: Tx, scope: CsvScope, onWritten: OnWritten): Promise<Written>;
}

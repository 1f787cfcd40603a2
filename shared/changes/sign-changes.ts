import type { Tx } from '../postgres/connect.ts';

/**
 * Why something is written, and the id of the cause: a request's API key; an import or import session; a sync; a rule run, either
 * by its rules or by its pairing of transfers; the undo of an import.
 */
export interface Cause {
  readonly by: 'key' | 'import' | 'sync' | 'rule' | 'transfer' | 'undo';
  readonly id: string;
  /** The import for whose undo the old values are kept. For an import, it is the import itself. */
  readonly sourceId?: string | null;
}

/** Signs every write from here to the end of the transaction: triggers log each change with this cause. */
export async function signChanges(
  tx: Tx,
  { by, id, sourceId = by === 'import' ? id : null }: Cause,
): Promise<void> {
  await tx`
    select set_config('ledgerline.cause', ${by}, true),
      set_config('ledgerline.cause_id', ${id}, true),
      set_config('ledgerline.source_id', ${sourceId ?? ''}, true)`;
}

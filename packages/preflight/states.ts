export const IMPORT_STATUSES = [
  'pending',
  'publishing',
  'complete',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** What a worker does to an import that it judges, publishes or undoes. */
export const IMPORT_STEPS = ['judging', 'writing', 'undoing'] as const;
export type ImportStep = (typeof IMPORT_STEPS)[number];

export const ROW_VERDICTS = ['new', 'duplicate', 'update', 'invalid', 'excluded'] as const;
export type RowVerdict = (typeof ROW_VERDICTS)[number];

/** What a client can do with an import, and in which states. */
export const IMPORT_MOVES = {
  edit: ['pending', 'failed'],
  publish: ['pending', 'failed'],
  undo: ['complete'],
  // Only while the ledger holds nothing from it.
  delete: ['pending', 'failed', 'undone'],
} as const satisfies Record<string, readonly ImportStatus[]>;

export type ImportMove = keyof typeof IMPORT_MOVES;

export function importMayMove(status: ImportStatus, move: ImportMove): boolean {
  const from: readonly ImportStatus[] = IMPORT_MOVES[move];
  return from.includes(status);
}

export const UNDO_DAYS = 90;

/** The last instant at which an import that was complete at `since` can be undone. */
export function undoEnd(since: Date): Date {
  return new Date(since.getTime() + UNDO_DAYS * 86_400_000);
}

/** Why an import is in its state, for people. Codes are stable. */
export interface ImportError {
  code:
    | 'invalid_rows'
    | 'invalid_content'
    | 'import_failed'
    | 'undo_failed'
    | 'worker_lost'
    | 'rules_enqueue_failed';
  message: string;
  /** For invalid_rows: the first lines. */
  lines?: number[];
}

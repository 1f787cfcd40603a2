import type { ValueFault } from '#preflight/records/field-kinds';
import { excerpt } from '#preflight/text';
import type { Summary } from './summary.ts';

/**
 * Errors of sessions and chunks in their stored and public form: a code, a sentence, and fields that a client can act on. They
 * quote only the offending value or id, shortened.
 *
 * @internal
 */
export const SESSION_ERRORS = {
  missing_source_reference:
    'A record has no id, or names another one that was not imported before it.',
  invalid_import_record: 'An account has a type that is not supported.',
  import_failed: 'A record could not be imported; `reason`, `line` and `field` say which and why.',
  import_enqueue_failed: 'The import could not be queued; publish again.',
  import_interrupted: 'The import stopped without finishing; publish again to resume it.',
  import_cancelled: 'The import was cancelled; publish again to resume it.',
  content_expired: 'The content was not published in time and is gone; upload the chunks again.',
  family_sync_enqueue_failed:
    'Everything is imported; the rules that follow could not be queued at once, they are queued later.',
  undo_failed: 'Undoing failed and changed nothing; try again.',
  worker_lost: 'Several workers died while undoing; nothing was changed.',
  records_need_attention: 'The native checks found faults in this chunk; `findings` lists them.',
  lines_skipped: 'Imported, except for lines that are not records of a known type.',
} as const;
export type SessionErrorCode = keyof typeof SESSION_ERRORS;

/** Why a record could not be imported: the detail of `import_failed`. */
export type FaultReason =
  | ValueFault
  | 'missing_required_field'
  | 'name_taken'
  | 'duplicate_valuation'
  | 'period_taken'
  | 'split_amount_mismatch'
  | 'invalid_split_lines'
  | 'invalid_parent'
  | 'invalid_rule'
  | 'too_many_rules'
  | 'worker_lost'
  | 'no_progress'
  | 'unexpected';

/** One fault of one record. `line` is 1-based in the chunk's content. */
export interface RecordFault {
  code: 'missing_source_reference' | 'invalid_import_record' | 'import_failed';
  line?: number;
  record_type?: string;
  reason?: FaultReason;
  field?: string;
  value?: string;
  source_type?: string;
  source_id?: string;
  message?: string;
}

/** The stored and public form. `errors` lists further faults of the same chunk, if any. */
export interface SessionError extends Record<string, unknown> {
  code: SessionErrorCode;
  message: string;
}

/** How many faults of a chunk are listed after the first. */
export const LISTED_FAULTS_MAX = 20;

/** A client's value, shortened for a message; a blank one becomes `(blank)`. */
export function shown(value: string | null | undefined): string {
  return value === null || value === undefined || value.trim() === '' ? '(blank)' : excerpt(value);
}

export function sessionError(
  code: SessionErrorCode,
  details: Record<string, unknown> = {},
): SessionError {
  return { code, message: SESSION_ERRORS[code], ...details };
}

function faultObject(fault: RecordFault): SessionError {
  const { code, message, ...rest } = fault;
  return { code, message: message ?? SESSION_ERRORS[code], ...rest };
}

/** A chunk's error: its first fault, the others under `errors`. `failedCount` counts failed records, listed or not. */
export function faultsError(faults: readonly RecordFault[], failedCount: number): SessionError {
  const [first, ...others] = faults;
  if (first === undefined) return sessionError('import_failed', { reason: 'unexpected' });
  if (others.length === 0) return faultObject(first);
  return {
    ...faultObject(first),
    errors: others.slice(0, LISTED_FAULTS_MAX - 1).map(faultObject),
    failed_count: failedCount,
  };
}

/** Aborts the import of a chunk: the transaction is rolled back, and the faults are stored. */
export class ChunkRejectedError extends Error {
  /** The first faults. */
  readonly faults: readonly RecordFault[];
  /** How many records failed, by entity. */
  readonly failed: Summary;

  constructor(faults: readonly RecordFault[], failed: Summary) {
    super(`chunk rejected: ${faults[0]?.code ?? 'import_failed'}`);
    this.name = 'ChunkRejectedError';
    this.faults = faults;
    this.failed = failed;
  }
}

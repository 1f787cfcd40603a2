/**
 * The states of import sessions and chunks, and their legal moves, as data. This folder is pure: it knows neither
 * HTTP nor SQL.
 */

export const SESSION_STATUSES = [
  'pending',
  'importing',
  'complete',
  'failed',
  'cancelled',
  'undoing',
  'undone',
] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export const CHUNK_STATUSES = ['pending', 'importing', 'complete', 'failed'] as const;
export type ChunkStatus = (typeof CHUNK_STATUSES)[number];

export type SessionEvent =
  'publish' | 'finish' | 'fail' | 'interrupt' | 'cancel' | 'undo' | 'finish_undo' | 'fail_undo';

export type ChunkEvent = 'start' | 'finish' | 'fail' | 'release' | 'replace';

interface Move<Status> {
  readonly from: readonly Status[];
  /** `previous`: back to the status before the last move. */
  readonly to: Status | 'previous';
}

/** Every legal move of a session; all others are refused. @internal */
export const SESSION_MOVES: Readonly<Record<SessionEvent, Move<SessionStatus>>> = {
  publish: { from: ['pending', 'failed', 'cancelled'], to: 'importing' },
  finish: { from: ['importing'], to: 'complete' },
  fail: { from: ['importing'], to: 'failed' },
  // No worker has made progress for hours.
  interrupt: { from: ['importing'], to: 'failed' },
  cancel: { from: ['pending', 'importing', 'failed'], to: 'cancelled' },
  // Chunks of a failed or cancelled session may be in the ledger, too.
  undo: { from: ['complete', 'failed', 'cancelled'], to: 'undoing' },
  finish_undo: { from: ['undoing'], to: 'undone' },
  // Nothing was changed.
  fail_undo: { from: ['undoing'], to: 'previous' },
};

/** Every legal move of a chunk. A complete chunk never moves. */
const CHUNK_MOVES: Readonly<Record<ChunkEvent, Move<ChunkStatus>>> = {
  // Also from `importing`: the worker that started it is gone, and its transaction was rolled back.
  start: { from: ['pending', 'failed', 'importing'], to: 'importing' },
  finish: { from: ['importing'], to: 'complete' },
  fail: { from: ['importing'], to: 'failed' },
  release: { from: ['importing'], to: 'pending' },
  replace: { from: ['pending', 'failed'], to: 'pending' },
};

/** Sessions in these states take uploads and can be published. */
export const OPEN_STATUSES: readonly SessionStatus[] = SESSION_MOVES.publish.from;

/** Whether a session in `status` may make this move. */
export function sessionMayMove(status: SessionStatus, event: SessionEvent): boolean {
  return SESSION_MOVES[event].from.includes(status);
}

/** Whether a chunk in `status` may make this move. */
export function chunkMayMove(status: ChunkStatus, event: ChunkEvent): boolean {
  return CHUNK_MOVES[event].from.includes(status);
}

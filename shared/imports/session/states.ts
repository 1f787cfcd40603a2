import { publishSession, undoSession } from '../../queue/runs/kinds.ts';

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

/** What a client can do with a session, and the states in which it may. */
const MOVES = {
  publish: publishSession.from,
  cancel: ['pending', 'importing', 'failed'],
  // Chunks of a failed or cancelled session may be in the ledger, too.
  undo: undoSession.from,
};

type SessionMove = keyof typeof MOVES;

/** Sessions in these states take uploads and can be published. */
export const OPEN_STATUSES = MOVES.publish;

export function sessionMayMove(status: SessionStatus, move: SessionMove): boolean {
  return MOVES[move].includes(status);
}

import type { FeedTypeName } from './feed-types.ts';
import type { Cause } from './sign-changes.ts';

/** A record that was written; its latest state is read where it is. */
export interface FeedLine {
  readonly householdId: string;
  readonly type: FeedTypeName;
  readonly id: string;
  /** A platform has it no more, even where some of it is still to be deleted. */
  readonly isGone?: boolean;
  /** What wrote it last; null: nothing that signs, or the record was there when the client began to read. */
  readonly cause: Pick<Cause, 'by' | 'id'> | null;
  /** When that transaction began; null for a record that was there. */
  readonly changedAt: Date | null;
}

/** What comes behind a cursor. */
export interface FeedPage {
  /** In the order of commits, each record once, where it was written last. May be empty although `hasMore`. */
  readonly lines: readonly FeedLine[];
  /** Behind these. */
  readonly cursor: string;
  /** Whether more is complete already. */
  readonly hasMore: boolean;
}

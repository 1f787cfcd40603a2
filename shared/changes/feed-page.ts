import type { FeedTypeName } from './feed-types.ts';
import type { Cause } from './sign-changes.ts';

/** A record that was written. Its current state is read from its own table. */
export interface FeedLine {
  readonly householdId: string;
  readonly type: FeedTypeName;
  readonly id: string;
  /** A platform no longer has the record, even if some of its data is still to be deleted. */
  readonly isGone?: boolean;
  /** What last wrote it. Null: the write was unsigned, or the record already existed when the client began to read. */
  readonly cause: Pick<Cause, 'by' | 'id'> | null;
  /** When that transaction began; null for a record that already existed. */
  readonly changedAt: Date | null;
}

export interface FeedPage {
  /** In commit order; a record appears once, at its last write. May be empty although `hasMore` is true. */
  readonly lines: readonly FeedLine[];
  readonly cursor: string;
  /** Whether more can be read right away. */
  readonly hasMore: boolean;
}

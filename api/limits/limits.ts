import type { Clock } from '../../shared/platform/clock.ts';
import type { Config } from '../../shared/platform/config.ts';
import { createFailureCounts } from './failure-counts.ts';
import type { FailureCounts } from './failure-counts.ts';
import type { Places } from './places.ts';
import { createPlaces } from './places.ts';
import type { Shares } from './shares.ts';
import { createShares } from './shares.ts';

/** Bounds on everything in this process that one household could take from the others. */
export interface Limits {
  /** Bytes of request bodies in memory, by household. */
  uploadBytes: Shares;
  /** Exports under way, by household. */
  exports: Shares;
  /** Previews of rules under way, by household. */
  previews: Places;
  /** GET requests that read Postgres, by household. */
  reads: Places;
  /** Transactions of writes, by household: most wait for each other's locks, and hold a connection while they do. */
  writes: Places;
  /** Bytes of answers to these reads that clients have not taken yet, by household. */
  unreadBytes: Shares;
  /** Open event streams, by household and by API key. */
  eventStreams: Shares;
  eventStreamsOfKeys: Shares;
  /** Requests without a valid key, by client address and minute. */
  authFailures: FailureCounts;
}

const MIB = 1024 * 1024;
/** An export holds a Postgres connection for as long as its client reads, a preview until it has seen all rows of the household. */
const LONG_READS_OF_POOL = 1 / 3;
/** What one household reads may hold three of ten connections, and what it writes three more: others still find some. */
const REQUESTS_OF_POOL = { total: 2 / 3, perHousehold: 1 / 3 };
/** How many requests a busy page of an app sends at once. */
const WAITING_REQUESTS = { total: 1000, perOwner: 100 };
const REQUEST_PATIENCE_MS = 10_000;
/** Room for a hundred of the largest lists, for slow clients. */
const UNREAD_ANSWERS = { total: 128 * MIB, perOwner: 32 * MIB };
/** Someone who edits a rule again no longer needs the last preview, which may take a moment to end. */
const WAITING_PREVIEWS = { total: 100, perOwner: 10 };
const PREVIEW_PATIENCE_MS = 2_000;
/** Open streams cost little; a page has one, and an app one per running sync. */
const EVENT_STREAMS = { total: 1000, perOwner: 30 };
const EVENT_STREAMS_OF_KEYS = { total: 1000, perOwner: 10 };

/** The bounds of one API process. */
export function createLimits(config: Config, clock: Clock): Limits {
  const ofPool = (part: number): number => Math.max(1, Math.floor(config.databasePoolMax * part));
  const requests = {
    total: ofPool(REQUESTS_OF_POOL.total),
    perOwner: ofPool(REQUESTS_OF_POOL.perHousehold),
    waiting: WAITING_REQUESTS,
    patienceMs: REQUEST_PATIENCE_MS,
    refusal: 'Too many requests of the household are waiting. Try again shortly.',
  };
  const longReads = { total: ofPool(LONG_READS_OF_POOL), perOwner: 1 };
  return {
    uploadBytes: createShares({
      total: config.uploadMemoryMb * MIB,
      perOwner: config.uploadMemoryPerHouseholdMb * MIB,
    }),
    exports: createShares(longReads),
    previews: createPlaces({
      ...longReads,
      waiting: WAITING_PREVIEWS,
      patienceMs: PREVIEW_PATIENCE_MS,
      refusal:
        'Rules are already being tried on this household’s transactions. Try again when that has finished.',
    }),
    reads: createPlaces(requests),
    writes: createPlaces(requests),
    unreadBytes: createShares(UNREAD_ANSWERS),
    eventStreams: createShares(EVENT_STREAMS),
    eventStreamsOfKeys: createShares(EVENT_STREAMS_OF_KEYS),
    authFailures: createFailureCounts(clock, 60_000),
  };
}

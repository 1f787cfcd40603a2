import type { Clock } from '../../shared/clock.ts';
import type { Config } from '../../shared/config.ts';
import { createFailureCounts } from './failure-counts.ts';
import type { FailureCounts } from './failure-counts.ts';
import type { Shares } from './shares.ts';
import { createShares } from './shares.ts';

/** Everything of this process that one household could take from the others, with its bounds. */
export interface Limits {
  /** Bytes of request bodies in memory, by household. */
  uploadBytes: Shares;
  /** Exports under way, by household. */
  exports: Shares;
  /** Previews of rules under way, by household. */
  previews: Shares;
  /** Open event streams, by household and by API key. */
  eventStreams: Shares;
  eventStreamsOfKeys: Shares;
  /** Requests without a valid key, by client address and minute. */
  authFailures: FailureCounts;
}

const MIB = 1024 * 1024;
/** An export holds a connection to Postgres for as long as its client takes, a preview for each row of the household. */
const LONG_READS_OF_POOL = 1 / 3;
/** Open streams cost little each; a page has one, an app one per running sync. */
const EVENT_STREAMS = { total: 1000, perHousehold: 30, perKey: 10 };

/** The bounds of one API process. */
export function createLimits(config: Config, clock: Clock): Limits {
  const longReads = {
    total: Math.max(1, Math.floor(config.databasePoolMax * LONG_READS_OF_POOL)),
    perOwner: 1,
  };
  return {
    uploadBytes: createShares({
      total: config.uploadMemoryMb * MIB,
      perOwner: config.uploadMemoryPerHouseholdMb * MIB,
    }),
    exports: createShares(longReads),
    previews: createShares(longReads),
    eventStreams: createShares({
      total: EVENT_STREAMS.total,
      perOwner: EVENT_STREAMS.perHousehold,
    }),
    eventStreamsOfKeys: createShares({
      total: EVENT_STREAMS.total,
      perOwner: EVENT_STREAMS.perKey,
    }),
    authFailures: createFailureCounts(clock, 60_000),
  };
}

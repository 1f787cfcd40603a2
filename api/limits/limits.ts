import type { Config } from '../../shared/config.ts';
import type { Shares } from './shares.ts';
import { createShares } from './shares.ts';

/** Everything of this process that one household could take from the others, with its bounds. */
export interface Limits {
  /** Bytes of request bodies in memory, by household. */
  uploadBytes: Shares;
}

const MIB = 1024 * 1024;

/** The bounds of one API process. */
export function createLimits(config: Config): Limits {
  return {
    uploadBytes: createShares({
      total: config.uploadMemoryMb * MIB,
      perOwner: config.uploadMemoryPerHouseholdMb * MIB,
    }),
  };
}

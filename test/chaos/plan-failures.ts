import type { Random } from '../../sandbox-provider/random.ts';
import type { ChaosSettings } from './settings.ts';

/** What happens in the middle, and the setting that says how often. */
export const FAILURES = ['kills', 'restarts', 'jumps', 'cuts', 'rules'] as const;
export type Failure = { kind: (typeof FAILURES)[number]; afterRequests: number };

/**
 * When what fails, in order. Measured in requests to the provider, not in time, so that all of it happens
 * while there is work on fast machines and slow ones.
 */
export function planFailures(settings: ChaosSettings, random: Random, requests: number): Failure[] {
  return FAILURES.flatMap((kind) =>
    Array.from({ length: settings[kind] }, () => ({
      kind,
      // A worker that is parted does nothing for a while: the others may be done by then.
      afterRequests: Math.floor(requests * (0.03 + (kind === 'cuts' ? 0.4 : 0.85) * random.next())),
    })),
  ).sort((one, other) => one.afterRequests - other.afterRequests);
}

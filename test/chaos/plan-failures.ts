import type { Random } from '../../sandbox-provider/random.ts';
import type { ChaosSettings } from './settings.ts';

export type Failure = { kind: 'kill' | 'restart' | 'jump'; afterRequests: number };

/**
 * When what fails, in order. Measured in requests to the provider, not in time, so that all of it happens
 * while there is work on fast machines and slow ones.
 */
export function planFailures(settings: ChaosSettings, random: Random, requests: number): Failure[] {
  const some = (kind: Failure['kind'], count: number): Failure[] =>
    Array.from({ length: count }, () => ({
      kind,
      afterRequests: Math.floor(requests * (0.03 + 0.85 * random.next())),
    }));
  return [
    ...some('kill', settings.kills),
    ...some('restart', settings.restarts),
    ...some('jump', settings.jumps),
  ].sort((one, other) => one.afterRequests - other.afterRequests);
}

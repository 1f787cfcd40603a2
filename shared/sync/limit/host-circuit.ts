import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../postgres/connect.ts';
import type { Log } from '../../platform/log.ts';
import {
  claimProbe,
  deleteCircuit,
  findCircuit,
  recordFailedCall,
  returnProbe,
} from '../store/provider-circuits.ts';
import type { ProviderCircuit } from '../store/provider-circuits.ts';
import type { ProviderError } from '../client/errors.ts';

/** How often the state of a host without failures is read; with failures it is read before each call. */
const TRUSTED_MS = 1000;
/** No key would fare better, so one witness is enough. */
const UNREACHABLE: ReadonlySet<string | undefined> = new Set([
  'connection_refused',
  'name_not_found',
]);

export type HostCircuit = ReturnType<typeof createHostCircuit>;

/**
 * Whether the provider's host is up, shared by all processes. After several failures in a row its calls wait; once a minute one
 * goes out as a probe, and the first that works lets all others continue.
 */
export function createHostCircuit(
  { sql, clock, log }: { sql: Sql; clock: Clock; log: Log },
  host: string,
) {
  let known: ProviderCircuit | null = null;
  let readAt = -Infinity;
  const waitFor = ({ nextProbeAt }: ProviderCircuit): number =>
    Math.max(1, (nextProbeAt?.getTime() ?? 0) - clock.now().getTime());
  return {
    /** Asks to make a call: `probe` is a call without retries; a number is the wait in milliseconds. */
    async ask(): Promise<'closed' | 'probe' | number> {
      if (known === null && performance.now() - readAt < TRUSTED_MS) return 'closed';
      known = await findCircuit(sql, host);
      readAt = performance.now();
      if (known === null || known.openedAt === null) return 'closed';
      if (await claimProbe(sql, host, clock.now())) return 'probe';
      return waitFor((await findCircuit(sql, host)) ?? known);
    },
    /** The host answered, even if not as it should have. */
    async succeeded(): Promise<void> {
      if (known === null) return;
      if (known.openedAt !== null) log.warn('the provider answers again', { provider: host });
      await deleteCircuit(sql, host);
      known = null;
    },
    /** A call failed for a reason on the host's side. Resolves with the wait until the next probe; null: calls still go out. */
    async failed(credential: string, error: ProviderError): Promise<number | null> {
      const wasOpen = (known?.openedAt ?? null) !== null;
      const witnesses = UNREACHABLE.has(error.reason) ? [credential, 'unreachable'] : [credential];
      known = await recordFailedCall(sql, host, witnesses, clock.now());
      if (known.openedAt === null) return null;
      if (!wasOpen)
        log.error('the provider is down: syncs wait, one probe a minute', { provider: host });
      return waitFor(known);
    },
    /** A probe ended without a result. */
    returned: (): Promise<void> => returnProbe(sql, host, clock.now()),
  };
}

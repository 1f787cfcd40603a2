import { createSandboxProvider } from '../../sandbox-provider/server.ts';
import type { SandboxProvider } from '../../sandbox-provider/server.ts';
import { createCircuitBreaker } from '../../shared/sync/limit/circuit-breaker.ts';
import { createProviderClient } from '../../shared/sync/client/client.ts';
import type { ClientOptions } from '../../shared/sync/client/client.ts';
import type { RateLimiter } from '../../shared/sync/limit/rate-limit.ts';
import type { ProviderSettings } from '../../shared/sync/client/settings.ts';
import type { ProviderClient } from '../../shared/sync/client/types.ts';

export const demoKey = 'sandbox-demo-key';

/**
 * A sandbox on loopback, from before the tests of the surrounding block and reset before each, and a real client for it,
 * with a clock that only waits move.
 */
export function withProvider(options: Pick<ClientOptions, 'rawLog'> = {}) {
  let sandbox: SandboxProvider | undefined;
  let now = Date.parse('2025-06-10T06:00:00Z');
  const clock = { now: () => new Date(now) };
  let breaker = createCircuitBreaker(clock);
  const running = (): SandboxProvider => {
    if (sandbox === undefined) throw new Error('the sandbox exists only while tests run');
    return sandbox;
  };
  let refusals = 0;
  const limiter: RateLimiter = {
    take: () => {
      rig.limits.taken += 1;
      return Promise.resolve({
        granted: true,
        at: performance.now(),
        slot: null,
        toleranceMs: 1000,
      });
    },
    tookLong: () => Promise.resolve(),
    block: ({ waitMs }) => {
      rig.limits.blocks.push(waitMs);
      return Promise.resolve();
    },
    learn: () => Promise.resolve(),
    unknownWaitMs: () => 1000 * 2 ** refusals++,
    succeeded: () => void (refusals = 0),
  };
  const rig = {
    get sandbox() {
      return running();
    },
    get client(): ProviderClient {
      return rig.clientFor(demoKey);
    },
    /** Every wait the client made, in milliseconds. */
    waits: [] as number[],
    /** Called when the client starts to wait. */
    onWait: undefined as (() => void) | undefined,
    /** What the limiter received. */
    limits: { taken: 0, blocks: [] as number[] },
    /** Moves the clock. */
    pass: (ms: number) => void (now += ms),
    /** Another client of the same process: same breaker, same clock. */
    clientFor: (
      apiKey: string,
      changes: Partial<ProviderSettings> = {},
      more: Pick<ClientOptions, 'isAwaited'> = {},
    ): ProviderClient =>
      createProviderClient({
        ...options,
        ...more,
        settings: { ...testSettings(running().url), ...changes },
        apiKey,
        limiter,
        breaker,
        hostCircuit: {
          ask: () => Promise.resolve('closed'),
          succeeded: () => Promise.resolve(),
          failed: () => Promise.resolve(null),
          returned: () => Promise.resolve(),
        },
        clock,
        sleep: (ms, signal) => {
          signal?.throwIfAborted();
          rig.waits.push(ms);
          rig.onWait?.();
          now += ms;
          return Promise.resolve();
        },
        random: () => 0.5,
      }),
    requestsTo: (path: string) =>
      running()
        .state.traffic.log()
        .filter((entry) => entry.path === path).length,
  };
  before('start the sandbox provider', async () => {
    sandbox = await createSandboxProvider().listen();
  });
  beforeEach(() => {
    running().state.reset();
    running().admin('POST', '/settings', { now: '2025-06-10T06:00:00Z' });
    breaker = createCircuitBreaker(clock);
    rig.waits.length = 0;
    rig.onWait = undefined;
    rig.limits = { taken: 0, blocks: [] };
    refusals = 0;
  });
  after(() => running().close());
  return rig;
}

/** Settings for a provider on loopback, with short timeouts. */
function testSettings(baseUrl: string): ProviderSettings {
  return {
    baseUrl,
    keyHeader: 'x-api-key',
    requestIdHeader: 'x-request-id',
    names: {
      from: 'from',
      to: 'to',
      includePending: 'include_pending',
      cursor: 'cursor',
      page: 'page',
    },
    addresses: { allowedHosts: [new URL(baseUrl).host], allowLocal: true },
    connectTimeoutMs: 500,
    requestTimeoutMs: 500,
    maxBodyBytes: 2 * 1024 * 1024,
    perMinute: 60,
    totalPerMinute: 0,
    debugRaw: false,
  };
}

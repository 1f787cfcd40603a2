/**
 * A process of its own that takes slots from the provider limits as fast as it may, for `durationMs`, and
 * prints the moments (milliseconds of the machine's clock) at which it was allowed to ask.
 */
import { loadConfig } from '../../shared/platform/config.ts';
import { connect } from '../../shared/postgres/connect.ts';
import { createRateLimiter } from '../../shared/sync/limit/rate-limit.ts';

const [credential = '', slots = '', windowMs = '', durationMs = '', loops = '1'] =
  process.argv.slice(2);
const config = loadConfig();
const sql = connect({
  databaseUrl: config.databaseUrl,
  poolMax: 4,
  applicationName: 'limit-user',
});
const limiter = createRateLimiter({
  perCredential: { slots: Number(slots), windowMs: Number(windowMs) },
  perHost: { slots: 0, windowMs: Number(windowMs) },
  patienceMs: () => 15_000,
  log: console,
  sql,
});

const moments: number[] = [];
const end = performance.now() + Number(durationMs);

async function ask(): Promise<void> {
  while (performance.now() < end) {
    const request = { credential, host: 'h' };
    const slot = await limiter.take(
      request,
      AbortSignal.timeout(Math.max(1, Math.ceil(end - performance.now()))),
    );
    if (!slot.granted || performance.now() >= end) continue;
    moments.push(performance.timeOrigin + performance.now());
    // As the client does after its request.
    const lateMs = performance.now() - slot.at;
    if (slot.slot !== null && lateMs > slot.toleranceMs) await limiter.tookLong(request, slot.slot);
  }
}

await Promise.allSettled(Array.from({ length: Number(loops) }, ask));
process.stdout.write(JSON.stringify(moments));
await sql.end({ timeout: 5 });

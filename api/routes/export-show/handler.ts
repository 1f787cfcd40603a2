import { serviceUnavailable } from '../../../shared/errors.ts';
import { exportLines } from '../../../shared/store/export.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';

/** Of each pool's connections: an export holds one for as long as its client takes. */
const POOL_SHARE = 1 / 3;
/** Exports under way, by pool. */
const running = new WeakMap<ApiContext['sql'], number>();

/** GET /api/v1/export */
export function showExport(
  { sql, clock, config }: ApiContext,
  { caller, signal }: ApiRequest,
): Promise<ApiResponse> {
  const atOnce = Math.max(1, Math.floor(config.databasePoolMax * POOL_SHARE));
  if ((running.get(sql) ?? 0) >= atOnce) {
    return Promise.reject(serviceUnavailable(new Error(`${atOnce} exports are under way`)));
  }
  const day = clock.now().toISOString().slice(0, 10);
  return Promise.resolve({
    status: 200,
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Content-Disposition': `attachment; filename="ledgerline-${day}.ndjson"`,
    },
    stream: counted(sql, exportLines(sql, caller.householdId, signal)),
  });
}

/** Counts from the first piece that is asked for: a stream that nobody begins never ends either. */
async function* counted(
  sql: ApiContext['sql'],
  stream: AsyncIterable<string>,
): AsyncGenerator<string> {
  running.set(sql, (running.get(sql) ?? 0) + 1);
  try {
    yield* stream;
  } finally {
    running.set(sql, (running.get(sql) ?? 0) - 1);
  }
}

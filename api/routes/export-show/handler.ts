import { overloaded } from '../../../shared/errors.ts';
import { exportLines } from '../../../shared/store/export.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';

/** Seconds until an export under way may be over. */
const RETRY_AFTER_SECONDS = 5;

/** GET /api/v1/export: one of a household at a time. */
export function showExport(
  { sql, clock, limits }: ApiContext,
  { caller: { householdId }, signal, onClose }: ApiRequest,
): Promise<ApiResponse> {
  if (!limits.exports.take(householdId)) {
    const message = 'An export is under way. Try again when it is over.';
    return Promise.reject(overloaded(message, RETRY_AFTER_SECONDS));
  }
  onClose(() => limits.exports.give(householdId));
  const day = clock.now().toISOString().slice(0, 10);
  return Promise.resolve({
    status: 200,
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Content-Disposition': `attachment; filename="ledgerline-${day}.ndjson"`,
    },
    stream: exportLines(sql, householdId, signal),
  });
}

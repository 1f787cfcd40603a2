import { exportLines } from '../../../shared/store/export.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';

/** GET /api/v1/export */
export function showExport(
  { sql, clock }: ApiContext,
  { caller, signal }: ApiRequest,
): Promise<ApiResponse> {
  const day = clock.now().toISOString().slice(0, 10);
  return Promise.resolve({
    status: 200,
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Content-Disposition': `attachment; filename="ledgerline-${day}.ndjson"`,
    },
    stream: exportLines(sql, caller.householdId, signal),
  });
}

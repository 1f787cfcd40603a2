import { timeZoneName } from '../../../shared/days.ts';
import { validationFailed } from '../../../shared/errors.ts';
import { updateHousehold as updateStoredHousehold } from '../../../shared/store/households.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentHousehold } from '../household-show/present.ts';

/** PATCH /api/v1/household */
export async function updateHousehold(
  { sql, clock }: ApiContext,
  { caller, readJson }: ApiRequest,
): Promise<ApiResponse> {
  const body = (await readJson()) as { name?: string; time_zone?: string };
  const name = body.name?.trim();
  if (name === '') throw validationFailed('name must not be blank.');
  const timeZone = body.time_zone === undefined ? undefined : timeZoneName(body.time_zone);
  if (timeZone === null) {
    throw validationFailed('time_zone must be an IANA time zone such as Europe/Zurich.');
  }
  const change = { name, timeZone };
  const household = await updateStoredHousehold(sql, caller.householdId, change, clock.now());
  return { status: 200, body: { data: presentHousehold(household) } };
}

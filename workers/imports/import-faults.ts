import { isDatabaseAway } from '../../shared/platform/connection-errors.ts';
import { errorCode } from '../../shared/platform/error-code.ts';
import { LeaseLostError } from '../../shared/queue/leases.ts';
import { StoppingError } from '../frame/errors.ts';

/** Whether Postgres refused a statement because of its data, so that a retry would not help. */
export function isDataFault(error: unknown): boolean {
  return !isDatabaseAway(error) && /^(21|22|23|54)/.test(errorCode(error));
}

/** Whether the error looks like a bug of the program or the schema: Postgres and the run are fine. */
export function isOwnFault(error: unknown): boolean {
  if (error instanceof LeaseLostError || error instanceof StoppingError) return false;
  if (!(error instanceof Error)) return false;
  return /^($|0A|42|XX)/.test(errorCode(error));
}

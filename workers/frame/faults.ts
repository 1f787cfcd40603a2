import { isAway } from '../../shared/platform/away.ts';
import { errorCode } from '../../shared/platform/error-code.ts';
import { LeaseLostError } from '../../shared/queue/leases.ts';
import { RateLimitedError, StoppingError } from './errors.ts';

/** Whether Postgres refused a statement because of its data. */
export function isDataFault(error: unknown): boolean {
  return !isAway(error) && /^(21|22|23|54)/.test(errorCode(error));
}

/** Classes of SQLSTATE that may be temporary: connections, locks, resources, an operator's actions. */
const PASSING = /^(08|25|40|53|55|57|58)...$/;

/** Whether the error looks like a fault of the program, the schema or the data, which every retry would hit again. */
export function isOwnFault(error: unknown): boolean {
  if (error instanceof LeaseLostError || error instanceof StoppingError) return false;
  if (error instanceof RateLimitedError || !(error instanceof Error) || isAway(error)) return false;
  return !PASSING.test(errorCode(error));
}

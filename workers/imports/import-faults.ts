import { isDatabaseAway } from '../../shared/db/connection-errors.ts';
import { errorCode } from '../../shared/error-code.ts';
import { LeaseLostError } from '../../shared/store/leases.ts';
import { StoppingError } from '../errors.ts';

/** Postgres refused a statement because of what it holds; trying again would not help. */
export function isDataFault(error: unknown): boolean {
  return !isDatabaseAway(error) && /^(21|22|23|54)/.test(errorCode(error));
}

/** A fault of the program or of the schema, as far as one can tell: Postgres and the run are as they should be. */
export function isOwnFault(error: unknown): boolean {
  if (error instanceof LeaseLostError || error instanceof StoppingError) return false;
  if (!(error instanceof Error)) return false;
  return /^($|0A|42|XX)/.test(errorCode(error));
}

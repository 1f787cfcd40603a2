import { validationFailed } from '../../../shared/platform/errors.ts';
import { ACCOUNT_TYPES } from '../../../packages/preflight/records/account-types.ts';

/**
 * A subtype without the blanks around it; blank is none. Throws validation_failed for one that the type does not have,
 * which no import would take back from an export.
 */
export function checkSubtype(type: string, subtype: string | null): string | null {
  const known = ACCOUNT_TYPES.get(type);
  const name = subtype?.trim() ?? '';
  if (name === '') return null;
  if (known === null || known === undefined || known.has(name)) return name;
  throw validationFailed(`subtype of ${type} must be one of ${[...known].join(', ')}.`);
}

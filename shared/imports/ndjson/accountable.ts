import type { ProblemList } from '../problem-list.ts';
import { ACCOUNT_TYPES } from './account-types.ts';
import type { RecordData } from './parse-record.ts';
import { isObject } from './parse-record.ts';
import { excerptOf, isBlank } from './values.ts';

/**
 * Checks accountable_type and the subtype of an account record. `accountable.subtype` wins over `subtype`.
 * Names are exact; a blank subtype is fine.
 */
export function checkAccountable(data: RecordData, line: number, problems: ProblemList): void {
  const type = data['accountable_type'];
  const subtypes = typeof type === 'string' ? ACCOUNT_TYPES.get(type) : undefined;
  if (subtypes === undefined) {
    problems.add({
      code: 'invalid_accountable_type',
      message: `Line ${line}: "${excerptOf(type ?? '')}" is not an account type; use one of ${[...ACCOUNT_TYPES.keys()].join(', ')}.`,
      line,
      column: 'accountable_type',
      value: excerptOf(type ?? ''),
    });
    return;
  }
  const accountable = data['accountable'];
  if (!isObject(accountable) && !isBlank(accountable)) {
    const message = `Line ${line}: accountable is not an object.`;
    const value = excerptOf(accountable);
    problems.add({ code: 'invalid_field_value', message, line, column: 'accountable', value });
    return;
  }
  const nested = isObject(accountable) ? accountable['subtype'] : undefined;
  const subtype = isBlank(nested) ? data['subtype'] : nested;
  if (subtypes === null || isBlank(subtype) || subtype === false) return;
  if (typeof subtype === 'string' && subtypes.has(subtype)) return;
  problems.add({
    code: 'invalid_accountable_subtype',
    message: `Line ${line}: "${excerptOf(subtype)}" is not a subtype of ${String(type)}.`,
    line,
    column: isBlank(nested) ? 'subtype' : 'accountable.subtype',
    value: excerptOf(subtype),
  });
}

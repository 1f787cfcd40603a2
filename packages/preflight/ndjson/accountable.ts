import { isObject } from '../is-object.ts';
import type { ProblemList } from '../problem-list.ts';
import { ACCOUNT_TYPES } from '../records/account-types.ts';
import type { RecordData } from '../records/field-kinds.ts';
import { excerptOf, isBlank, NAME } from '../records/field-kinds.ts';

/** The subtype of an account record and the field that holds it. `accountable.subtype` wins over `subtype`. */
export function findSubtype(data: RecordData): { field: string; value: unknown } {
  const accountable = data['accountable'];
  const nested = isObject(accountable) ? accountable['subtype'] : undefined;
  return isBlank(nested)
    ? { field: 'subtype', value: data['subtype'] }
    : { field: 'accountable.subtype', value: nested };
}

/**
 * Checks accountable_type and the subtype of an account record.
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
  const { field, value: subtype } = findSubtype(data);
  if (isBlank(subtype) || subtype === false) return;
  if (subtypes === null ? NAME.accepts(subtype) : subtypes.has(subtype as string)) return;
  problems.add({
    code: 'invalid_accountable_subtype',
    message: `Line ${line}: "${excerptOf(subtype)}" is not a subtype of ${String(type)}.`,
    line,
    column: field,
    value: excerptOf(subtype),
  });
}

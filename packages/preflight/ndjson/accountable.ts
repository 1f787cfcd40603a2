import { isObject } from '../is-object.ts';
import { problemAt } from '../problem-list.ts';
import type { ProblemList } from '../problem-list.ts';
import { ACCOUNT_TYPES } from '../records/account-types.ts';
import type { RecordData } from '../records/field-kinds.ts';
import { excerptOf, isBlank, NAME } from '../records/field-kinds.ts';

/** The subtype of an account record, and the field that holds it. `accountable.subtype` wins over `subtype`. */
export function findSubtype(data: RecordData): { field: string; value: unknown } {
  const accountable = data['accountable'];
  const nested = isObject(accountable) ? accountable['subtype'] : undefined;
  return isBlank(nested)
    ? { field: 'subtype', value: data['subtype'] }
    : { field: 'accountable.subtype', value: nested };
}

/** Checks accountable_type and the subtype of an account record, whose names are exact; a blank subtype is fine. */
export function checkAccountable(data: RecordData, line: number, problems: ProblemList): void {
  const type = data['accountable_type'];
  const subtypes = typeof type === 'string' ? ACCOUNT_TYPES.get(type) : undefined;
  if (subtypes === undefined) {
    const value = excerptOf(type ?? '');
    const what = `"${value}" is not an account type; use one of ${[...ACCOUNT_TYPES.keys()].join(', ')}.`;
    const place = { column: 'accountable_type', value };
    problems.add(problemAt(line, 'invalid_accountable_type', what, place));
    return;
  }
  const accountable = data['accountable'];
  if (!isObject(accountable) && !isBlank(accountable)) {
    const place = { column: 'accountable', value: excerptOf(accountable) };
    problems.add(problemAt(line, 'invalid_field_value', 'accountable is not an object.', place));
    return;
  }
  const { field, value: subtype } = findSubtype(data);
  if (isBlank(subtype) || subtype === false) return;
  if (subtypes === null ? NAME.accepts(subtype) : subtypes.has(subtype as string)) return;
  const value = excerptOf(subtype);
  const what = `"${value}" is not a subtype of ${String(type)}.`;
  problems.add(problemAt(line, 'invalid_accountable_subtype', what, { column: field, value }));
}

/** Something wrong with a rule, and where: `conditions[0].operator`. */
export interface RuleFault {
  readonly path: string;
  readonly message: string;
}

/** Collects the faults of a validation, and says how it reads values; passed down through the checks. */
export interface Check {
  fault(path: string, message: string): null;
  readonly references: 'id' | 'name';
  readonly acceptUnavailable: boolean;
}

/** Faults as sentences, for the `errors` of an error body or the message of an import problem. */
export function ruleFaultMessages(faults: readonly RuleFault[]): string[] {
  return faults.map(({ path, message }) => `${path === '' ? 'rule' : path} ${message}`);
}

/** JSON numbers of more digits may have been rounded. */
const EXACT_DIGITS = 15;

/**
 * The text of a value: a JSON number becomes text, and blank text and null become null. Returns undefined for anything
 * else, so that `true`, a list or a number that may have been rounded is refused instead of stored as text.
 */
export function readValue(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') {
    const isExact = Number.isFinite(value) && Number(value.toPrecision(EXACT_DIGITS)) === value;
    return isExact ? String(value) : undefined;
  }
  if (typeof value !== 'string') return undefined;
  return value.trim() === '' ? null : value;
}

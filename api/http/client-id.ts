import { isLongerThan } from '#preflight/text';
import { validationFailed } from '../../shared/platform/errors.ts';

/** The most characters of an id that a client gives to a record. */
export const CLIENT_ID_CHARS_MAX = 255;

/** A client's own id of a record, from the field `name`. Null when absent or blank. Throws validation_failed. */
export function readClientId(name: string, value: unknown): string | null {
  const id = optionalText(name, value);
  if (id === null || !isLongerThan(id, CLIENT_ID_CHARS_MAX)) return id;
  throw validationFailed(`${name} must have at most ${CLIENT_ID_CHARS_MAX} characters.`);
}

/** Trimmed; null when absent or blank. Numbers count as their text. Throws validation_failed. */
export function optionalText(name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') throw validationFailed(`${name} must be a string.`);
  return text.trim() === '' ? null : text.trim();
}

import { errorCode } from '../../shared/platform/error-code.ts';
import { validationFailed } from '../../shared/platform/errors.ts';

/** A name without surrounding blanks; undefined where none was sent. Throws validation_failed for a blank one. */
export function readName<Text extends string | undefined>(text: Text): Text {
  const name = text?.trim();
  if (name === '') throw validationFailed('name must not be blank.');
  return name as Text;
}

/** The error for a name that another record has; `by` describes that record, such as `another tag`. */
export function nameTaken(by: string): Error {
  return validationFailed(`name is taken by ${by}.`);
}

/** Waits for a write that names a record. Throws validation_failed when another record has the name. */
export async function orNameTaken<T>(write: Promise<T>, by: string): Promise<T> {
  return write.catch((error: unknown) => {
    throw errorCode(error) === UNIQUE_VIOLATION ? nameTaken(by) : error;
  });
}

const UNIQUE_VIOLATION = '23505';

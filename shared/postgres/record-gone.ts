import { errorCode } from '../platform/error-code.ts';

const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Whether a statement named a record that was deleted after the request had looked it up. Every foreign key of ours is
 * preceded by such a look, so that nothing else breaks one.
 */
export function isRecordGone(error: unknown): boolean {
  return errorCode(error) === FOREIGN_KEY_VIOLATION;
}

import { validationFailed } from '../../../shared/platform/errors.ts';
import { isLongerThan } from '../../../packages/preflight/text.ts';
import { readPositiveInteger } from '../../http/read-positive-integer.ts';

const CLIENT_ID_MAX = 255;

export interface NewSession {
  type: 'NativeImport';
  clientSessionId: string | null;
  expectedChunks: number | null;
}

/** Reads the body of a new session. Throws validation_failed. */
export function readNewSession(body: Record<string, unknown>): NewSession {
  const type = optionalText('type', body['type']) ?? 'NativeImport';
  if (type !== 'NativeImport') throw validationFailed('type must be NativeImport.');
  const clientSessionId = optionalText('client_session_id', body['client_session_id']);
  if (clientSessionId !== null && isLongerThan(clientSessionId, CLIENT_ID_MAX)) {
    throw validationFailed(`client_session_id must have at most ${CLIENT_ID_MAX} characters.`);
  }
  return { type, clientSessionId, expectedChunks: readExpectedChunks(body['expected_chunks']) };
}

/** Trimmed; null when absent or blank. Numbers count as their text. */
function optionalText(name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') throw validationFailed(`${name} must be a string.`);
  return text.trim() === '' ? null : text.trim();
}

function readExpectedChunks(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && value.trim() === '') return null;
  const number = readPositiveInteger(value);
  if (number === null) {
    throw validationFailed('expected_chunks must be an integer from 1 to 2147483647.');
  }
  return number;
}

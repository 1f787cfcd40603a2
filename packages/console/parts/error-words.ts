import { isCallError } from '@ledgerline/client';
import { type Translator } from '../app/texts.ts';

type T = Translator<'parts'>;

/** An error in words that say what to do; the service's own sentences where it names faults of what was entered. */
export function errorWords(error: unknown, t: T): string {
  if (!isCallError(error)) return error instanceof Error ? error.message : String(error);
  if (error.code === 'insufficient_scope') {
    return t('fault.forbidden', { scopes: error.details.needed_scopes.join(', ') });
  }
  if (error.status === 429) return t('fault.slow_down', { seconds: error.retryAfter ?? 1 });
  if (error.status === 0 || error.status >= 500) return t('fault.unavailable');
  if (error.code === 'precondition_failed') return t('fault.changed');
  if (error.faults.length > 0) return error.faults.join(' ');
  return error.status === 404 ? t('fault.not_found') : error.message;
}

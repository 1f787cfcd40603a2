import { isCallError, type Schemas } from '@ledgerline/client';
import { NoAnswer } from '../app/session.ts';
import { useTexts } from '../app/texts.ts';

interface Fault {
  readonly code: string;
  readonly message?: string | null;
}

/** A fault, or the advice on it, that the service names by a code, in the reader's language; where that lacks it, in the service's own sentence. */
export function useFaultWords(group: 'codes' | 'advice' = 'codes'): (fault: Fault) => string {
  const t = useTexts(group) as unknown as (key: string, values: { defaultValue: string }) => string;
  return ({ code, message }) => t(code, { defaultValue: message ?? code });
}

/** An error in words that say what to do. */
export function useErrorWords(): (error: unknown) => string {
  const t = useTexts('parts');
  const faultWords = useFaultWords();
  return (error) => {
    // What fetch throws, also for a page's own script.
    if (error instanceof TypeError || error instanceof NoAnswer) return t('fault.unavailable');
    if (!isCallError(error)) return error instanceof Error ? error.message : String(error);
    const { code, status, faults, retryAfter, details, message } = error;
    if (code === 'insufficient_scope') {
      return t('fault.forbidden', { scopes: details.needed_scopes.join(', ') });
    }
    if (status === 429) return t('fault.slow_down', { seconds: retryAfter ?? 1 });
    if (status === 0 || status >= 500) return t('fault.unavailable');
    if (code === 'precondition_failed') return t('fault.changed');
    if (status === 404) return t('fault.not_found');
    return faultWords({ code, message: faults.length > 0 ? faults.join(' ') : message });
  };
}

/** What keeps a connection or a webhook from working, and what to do; null: nothing. */
export function useNotices() {
  const ofConnections = useTexts('connections');
  const ofSettings = useTexts('settings');
  const faultWords = useFaultWords();
  return {
    ofConnection({ status, status_reason: code }: Schemas['ProviderConnection']): string | null {
      if (status === 'good' || status === 'degraded') return null;
      const state = code === 'paused' ? 'paused' : status;
      return ofConnections(`notice.${state}`, {
        reason: code === null ? '' : faultWords({ code }),
      });
    },
    ofWebhook({ disabled_reason: reason }: Schemas['WebhookEndpoint']): string | null {
      return reason === null || reason === 'request'
        ? null
        : ofSettings(`webhooks.notice.${reason}`);
    },
  };
}

/** What to do about a code that a run ended with, for an operator. */
const ADVICE: Readonly<Record<string, string>> = {
  unauthorized: 'The provider refuses the key: its owner gives the connection a new one.',
  forbidden: 'The provider denies this key access: its owner asks the provider.',
  payment_required: 'The provider wants a paid subscription for this key: its owner decides.',
  credential_unreadable: 'The stored key cannot be opened: put its key back into CREDENTIALS_KEYS.',
  provider_unavailable:
    'The provider does not answer or fails. It is asked again within hours by itself; retry starts now.',
  invalid_response: 'The provider answers what cannot be read. It is asked again by itself.',
  response_too_large: 'The provider answers more than is accepted: ask the provider.',
  rate_limited: 'The provider limits the key. The run goes on by itself when it may.',
  wait_too_long: 'The provider wants to be left alone for long. The next run starts by itself.',
  accounts_empty: 'The provider lists no accounts although it had some: nothing was removed.',
  redirect_blocked: 'The provider points to another host: see PROVIDER_ALLOWED_HOSTS.',
  worker_lost: 'Workers die at this run, most likely for want of memory: see their last log lines.',
  internal_error: 'The log has the error under the id of the run. Mend it, then retry.',
  accounts_failed: 'No account could be read whole: the other codes say why.',
};

/** One sentence on what to do about a code; null when there is nothing to say. */
export function adviceOn(code: string): string | null {
  return ADVICE[code] ?? null;
}

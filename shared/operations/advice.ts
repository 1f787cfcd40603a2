/** What an operator can do about the code with which a run ended. */
const ADVICE: Readonly<Record<string, string>> = {
  unauthorized: 'The provider refuses the key: its owner has to enter a new one.',
  forbidden: 'The provider denies this key access: its owner has to ask the provider.',
  payment_required:
    'The provider requires a paid subscription for this key: its owner has to decide.',
  credential_unreadable:
    'The stored key cannot be decrypted: put its encryption key back into CREDENTIALS_KEYS.',
  secret_unreadable:
    'The secrets of a webhook endpoint cannot be decrypted: put their encryption key back into CREDENTIALS_KEYS.',
  provider_unavailable:
    'The provider does not answer or fails. The sync is repeated within hours; retry starts it now.',
  invalid_response: 'The provider’s answer cannot be read. The sync is repeated automatically.',
  response_too_large: 'The provider’s answer is too large: ask the provider.',
  rate_limited: 'The provider limits the key. The run continues when the limit allows.',
  wait_too_long: 'The provider asks for a long pause. The next run starts automatically.',
  accounts_empty: 'The provider lists no accounts although it had some: nothing was removed.',
  redirect_blocked: 'The provider points to another host: see PROVIDER_ALLOWED_HOSTS.',
  worker_lost:
    'Workers die during this run, most likely because they run out of memory: see their last log lines.',
  internal_error: 'The log has the error under the id of the run. Fix it, then retry.',
  accounts_failed: 'No account could be read completely: the other codes say why.',
};

/** One sentence on what to do about a code; null if there is none. */
export function adviceOn(code: string): string | null {
  return ADVICE[code] ?? null;
}

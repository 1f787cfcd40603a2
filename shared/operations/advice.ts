/** What an operator can do about the code with which a run ended. */
const ADVICE: Readonly<Record<string, string>> = {
  unauthorized: 'The provider refuses the key: its owner has to enter a new one.',
  forbidden: 'The provider denies this key access: its owner has to ask the provider.',
  payment_required:
    'The provider requires a paid subscription for this key: its owner has to decide.',
  credential_unreadable:
    'The stored key cannot be decrypted: put its encryption key back into CREDENTIALS_KEYS. The sync is repeated within hours; retry starts it now.',
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
  account_missing:
    'The provider no longer lists an account or does not know it; its rows are kept. Its owner has to connect the bank again, or delete the account.',
  row_invalid:
    'The provider sends rows without a readable amount or date; they are left out until it corrects them: ask the provider.',
  total_mismatch:
    'The provider announces more rows than it lists. The next sync reads the list again; if that stays so, ask the provider.',
  pagination_loop:
    'The provider’s pages repeat, so rows are missing. The next sync reads the list again; if that stays so, ask the provider.',
  too_many_pages:
    'The provider’s list has too many pages, so rows are missing: ask the provider for larger pages.',
  next_page_missing:
    'The provider does not say where its list continues, so rows are missing. The next sync reads it again; if that stays so, ask the provider.',
  currency_unknown:
    'The provider names no currency; the rows wait until it or another row of the account does: ask the provider.',
  holding_invalid:
    'The provider sends positions without a readable quantity or currency; they are left out until it corrects them: ask the provider.',
  accounts_failed: 'No account could be read completely: the other codes say why.',
};

/** One sentence on what to do about a code; null if there is none. */
export function adviceOn(code: string): string | null {
  return ADVICE[code] ?? null;
}

import type { ProviderError } from '../../shared/sync/client/errors.ts';
import { providerHost } from '../../shared/sync/client/settings.ts';
import type { SyncNote } from '../../shared/ledger/account-link.ts';

/**
 * Every finding that a run or one of its accounts can carry in addition to the provider's own failures
 * (shared/sync/client/errors.ts). Errors make the run `completed_with_errors`; warnings do not.
 */
const SYNC_NOTES = {
  accounts_empty: 'The provider listed no accounts, although it did before; nothing was changed.',
  accounts_failed: 'No account could be read completely; each account says why.',
  account_missing:
    'The provider no longer lists this account, or does not know it when asked for its rows; those on file are kept.',
  account_disconnected: 'The bank connection of this account has ended; renew it at the provider.',
  account_error: 'The provider reports a problem with this account; its rows are kept.',
  account_relinked:
    'The provider lists this account under a new id; its rows show that it is the same one.',
  account_currency_changed:
    'The provider now names another currency for this account; the known one is kept.',
  currency_unknown: 'Some rows name no currency; they are not stored until one is known.',
  row_invalid: 'Rows without a readable amount or date were not stored.',
  pagination_loop:
    'The provider’s pages repeat; what was read is stored, but the list is incomplete.',
  too_many_pages: 'The provider’s list has more than 100 pages; what was read is stored.',
  next_page_missing:
    'The provider says that more rows follow, but not where; what was read is stored, but the list is incomplete.',
  total_mismatch:
    'The provider announced more rows than it listed; what was read is stored, but the list is incomplete.',
  holding_invalid:
    'Positions without a readable quantity or currency were not stored; earlier figures of theirs were removed.',
  holding_repeated: 'Several positions share one id; those that differ are kept separately.',
  credential_unreadable:
    'The service cannot decrypt the stored API key; its operator has to put that right.',
  wait_too_long: 'The run waited too long for the provider’s rate limit.',
  internal_error: 'The run failed on our side; the next sync tries again.',
  worker_lost:
    'Five workers died on this step, so it is skipped; most likely they ran out of memory.',
  currency_invalid: 'Some rows named an unknown currency; the account’s was used.',
  split_amount_changed:
    'The bank changed the amount of split transactions; the difference is one more line of each.',
  balance_missing: 'The provider sent no balance; the last one is kept.',
} as const;

export type SyncNoteCode = keyof typeof SYNC_NOTES;

/** A finding, with the number of rows that it concerns, if any. */
export function note(code: SyncNoteCode, count?: number): SyncNote {
  return { code, message: SYNC_NOTES[code], ...(count === undefined ? {} : { count }) };
}

/** The provider's failure as a finding. Its message is a fixed sentence. */
export function noteOf(error: ProviderError): SyncNote {
  return { code: error.code, message: error.message };
}

/** Which limit a run waits for, for the log. */
export function limitOf(
  config: Parameters<typeof providerHost>[0],
  { reason, status, scope }: ProviderError,
): string {
  const host = providerHost(config);
  if (reason === 'own_limit') return `our own limit of requests to ${host} is used up`;
  const limited = scope === 'account' ? 'an account' : 'the key of the connection';
  return `${host} limits ${limited}${status === undefined ? '' : ` (${status})`}`;
}

/** Adds a finding, or adds its count to an existing one with the same code. */
export function withNote(notes: readonly SyncNote[], added: SyncNote): SyncNote[] {
  const known = notes.find((each) => each.code === added.code);
  if (known === undefined) return [...notes, added];
  if (added.count === undefined) return [...notes];
  const sum = (known.count ?? 0) + added.count;
  return notes.map((each) => (each === known ? { ...each, count: sum } : each));
}

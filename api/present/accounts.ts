import type { Account } from '../../shared/ledger/accounts.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

/** An account on the wire. */
export function presentAccount({ link, ...account }: Account): Schemas['Account'] {
  return {
    id: account.id,
    name: account.name,
    type: account.type,
    subtype: account.subtype,
    currency: account.currency,
    balance: account.balance,
    balance_at: presentTimestamp(account.balanceAt),
    status: account.status,
    institution_name: account.institutionName,
    provider:
      link === null
        ? null
        : {
            connection_id: link.connectionId,
            provider_account_id: link.providerAccountId,
            aggregator: link.aggregator,
            state: link.state,
            ignored: link.ignored,
            read_through: link.watermark,
            last_synced_at: presentTimestamp(link.lastSyncedAt),
            last_error: link.lastError,
            limited_until: presentTimestamp(link.limitedUntil),
            holdings: link.holdingsState,
          },
    created_at: presentTimestamp(account.createdAt),
    updated_at: presentTimestamp(account.updatedAt),
  };
}

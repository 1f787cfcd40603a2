import { contentHash, isSyntheticKey, syntheticKey } from '../../imports/match/content-hash.ts';
import type { RowContent } from '../../imports/match/content-hash.ts';
import type { Tx } from '../../postgres/connect.ts';
import { deleteRow, updateRow } from '../../postgres/household-rows.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { contentColumns } from '../../sync/store/read-scope.ts';
import { insertRemovedProviderAccount } from '../../sync/store/removed-provider-accounts.ts';
import { moveSyncAccounts } from '../../sync/store/sync-accounts.ts';
import type { Merge } from './pair-transactions.ts';
import { ofHousehold } from '../../postgres/plans.ts';

interface Link {
  id: string;
  accountId: string;
  scope: string;
  alive: boolean;
}

export interface LinkChoice {
  /** The deleted account's link takes over. */
  adopts: boolean;
  both: boolean;
}

/**
 * Leaves the account one link to the provider: its own, unless that is dead and the other one is alive. The other link is stored
 * with its connection, so that it is not listed as a new account. Moved rows get hashes like the account's own, so that later reads
 * recognise them by content.
 */
export async function moveLink(tx: Tx, merge: Merge): Promise<LinkChoice> {
  const { householdId, fromId, intoId, now } = merge;
  const links = await tx<Link[]>`
    select p.id,
      p.account_id,
      coalesce(p.content_scope, p.provider_account_id) as scope,
      p.state = 'active' and c.id is not null and c.status <> 'requires_update' as alive
    from provider_accounts p
    left join provider_connections c on c.household_id = p.household_id and c.id = p.connection_id
    where p.household_id = ${householdId}
      and p.account_id = any(${[fromId, intoId]}::uuid[])
    for update of p`;
  const from = links.find((link) => link.accountId === fromId);
  const into = links.find((link) => link.accountId === intoId);
  const both = from !== undefined && into !== undefined;
  if (from === undefined) return { adopts: false, both };
  if (both && from.scope !== into.scope) await rehash(tx, merge, into.scope);
  const adopts = into === undefined || (from.alive && !into.alive);
  const loser = adopts ? into : from;
  if (loser !== undefined) {
    await insertRemovedProviderAccount(tx, householdId, loser.accountId, now);
    await deleteRow(tx, 'provider_accounts', householdId, loser.id);
  }
  if (!adopts) return { adopts, both };
  await updateRow(tx, 'provider_accounts', householdId, from.id, {
    accountId: intoId,
    contentScope: into?.scope ?? from.scope,
    watermark: null,
    updatedAt: now,
  });
  await moveSyncAccounts(tx, householdId, from.id, intoId, now);
  return { adopts, both };
}

/** Gives the moved rows the content hashes that a read of `scope` would give them, and those without an id the keys. */
async function rehash(tx: Tx, merge: Merge, scope: string): Promise<void> {
  const { householdId, fromId, intoId } = merge;
  const own = await tx<{ key: string }[]>`
    select external_id as key
    from transactions
    where household_id = ${householdId}
      and account_id = ${intoId}
      and source = 'provider'
      and external_id like 'syn\\_%'`;
  const taken = new Set(own.map(({ key }) => key));
  const rows = await tx<(RowContent & { id: string; key: string | null })[]>`
    select id, external_id as key, ${contentColumns(tx)}
    from transactions
    where household_id = ${householdId}
      and account_id = ${fromId}
      and source = 'provider'
    order by created_at, external_id, id`;
  const hashed = rows.map((row) => {
    const hash = contentHash(scope, row);
    return { id: row.id, hash, key: keyOf(row.key, hash, taken) };
  });
  await tx`
    update transactions t
    set content_hash = decode(hashed.hash, 'hex'),
      external_id = hashed.key
    from ${valueTable(tx, 'hashed', hashed, { id: 'uuid', hash: 'text', key: 'text' })}
    where t.${ofHousehold(tx, householdId)}
      and t.id = hashed.id`;
}

function keyOf(key: string | null, hash: string, taken: Set<string>): string | null {
  if (key === null || !isSyntheticKey(key)) return key;
  let occurrence = 1;
  while (taken.has(syntheticKey(hash, occurrence))) occurrence += 1;
  const own = syntheticKey(hash, occurrence);
  taken.add(own);
  return own;
}

import type { AnySql } from '../../postgres/connect.ts';
import { updateRow } from '../../postgres/household-rows.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { newestPostedDay } from './provider-accounts.ts';
import type { DiscoveredAccount } from './provider-accounts.ts';

/** A linked account that may be the same as a newly listed one. */
export interface ReturnCandidate {
  linkId: string;
  accountId: string;
  connectionId: string | null;
  providerAccountId: string;
  /** The provider's id under which it was first listed. */
  firstId: string;
  name: string;
  institutionName: string | null;
  currency: string | null;
  /** No working connection lists it any more. */
  absent: boolean;
  /** Day of its newest row from the provider; null: none. */
  lastDay: string | null;
}

/** The household's linked accounts, also those that this connection lists as active: a bank may list one under two ids for a time. */
export async function listReturnCandidates(
  sql: AnySql,
  householdId: string,
  connectionId: string,
  activeIds: readonly string[],
): Promise<ReturnCandidate[]> {
  return sql<ReturnCandidate[]>`
    select p.id as link_id, p.account_id, p.connection_id, p.provider_account_id,
      coalesce(p.content_scope, p.provider_account_id) as first_id,
      coalesce(p.listed_name, a.name) as name,
      a.institution_name,
      a.currency,
      case
        when p.connection_id = ${connectionId} then p.provider_account_id <> all(${activeIds as string[]}::text[])
        else p.connection_id is null or c.status = 'requires_update' or p.state in ('missing', 'disconnected')
      end as absent,
      ${newestPostedDay(sql)} as last_day
    from provider_accounts p
    join accounts a on a.household_id = p.household_id and a.id = p.account_id
    left join provider_connections c on c.household_id = p.household_id and c.id = p.connection_id
    where p.household_id = ${householdId}
    order by p.created_at, p.id`;
}

/**
 * Continues the stored account, with its rows, under the provider's new id, and makes it be read from the start of its history.
 * Content hashes keep the first id, so that its rows are still recognised by content.
 */
export async function relinkAccount(
  sql: AnySql,
  householdId: string,
  linkId: string,
  connectionId: string,
  found: DiscoveredAccount,
  now: Date,
): Promise<void> {
  await updateRow(sql, 'provider_accounts', householdId, linkId, {
    connectionId,
    contentScope: sql`coalesce(content_scope, provider_account_id)`,
    providerAccountId: found.providerAccountId,
    state: 'active',
    watermark: null,
    aggregator: found.aggregator,
    institutionLogo: found.institutionLogo,
    updatedAt: now,
  });
}

/** Stores the provider's own names for a connection's accounts, because a person may rename ours. */
export async function setListedNames(
  sql: AnySql,
  householdId: string,
  connectionId: string,
  names: readonly { providerAccountId: string; name: string }[],
): Promise<void> {
  await sql`
    update provider_accounts p
    set listed_name = listed.name
    from ${valueTable(sql, 'listed', names, { providerAccountId: 'text', name: 'text' })}
    where p.household_id = ${householdId}
      and p.connection_id = ${connectionId}
      and p.provider_account_id = listed.provider_account_id
      and p.listed_name is distinct from listed.name`;
}

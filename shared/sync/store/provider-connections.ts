import type { SealedSecret } from '../../platform/crypto.ts';
import type { AnySql, Tx } from '../../postgres/connect.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { deleteRow, given, recordsOf, updateRow } from '../../postgres/household-rows.ts';
import { oldestFirst, withRows } from '../../postgres/page.ts';
import type { Page, PageRequest } from '../../postgres/page.ts';
import { revokeLease } from '../../queue/leases.ts';

type ConnectionStatus = 'good' | 'degraded' | 'requires_update' | 'suspended';

export interface ProviderConnection {
  id: string;
  householdId: string;
  name: string;
  credential: SealedSecret;
  lastFour: string;
  status: ConnectionStatus;
  statusReason: string | null;
  historyStart: string | null;
  nextSyncAt: Date | null;
  lastSyncedAt: Date | null;
  manualSyncAfter: Date | null;
  /** Since the last run that fully read an account. */
  failuresInRow: number;
  failingSince: Date | null;
  suspendedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

interface Row extends Omit<ProviderConnection, 'credential'> {
  credentialKeyId: string;
  credentialCiphertext: Uint8Array;
}

function fromRow({ credentialKeyId, credentialCiphertext, ...row }: Row): ProviderConnection {
  const ciphertext = Buffer.from(credentialCiphertext);
  return { ...row, credential: { keyId: credentialKeyId, ciphertext } };
}

const sealedColumns = ({ keyId, ciphertext }: SealedSecret, digest: Buffer | null) => ({
  credentialKeyId: keyId,
  credentialCiphertext: ciphertext,
  credentialDigest: digest,
});

/** The initial state of a key that no run has used yet. */
const SOUND = {
  status: 'good',
  statusReason: null,
  suspendedAt: null,
  failuresInRow: 0,
  failingSince: null,
};

const columns = (sql: AnySql) => sql`
  id, household_id, name, credential_key_id, credential_ciphertext,
  credential_last_four as last_four, status, status_reason, history_start, next_sync_at,
  last_synced_at, manual_sync_after, failures_in_row, failing_since, suspended_at, created_at, updated_at`;

const connections = recordsOf<Row>('provider_connections', columns, {
  order: oldestFirst('provider_connections'),
});

/** The connection, or null for an unknown or foreign id. */
export async function findConnection(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<ProviderConnection | null> {
  const row = await connections.find(sql, householdId, id);
  return row && fromRow(row);
}

/** One page of the household's connections, oldest first. */
export async function listConnections(
  sql: AnySql,
  householdId: string,
  page: PageRequest,
): Promise<Page<ProviderConnection>> {
  return withRows(connections.list(sql, householdId, page), (rows) => rows.map(fromRow));
}

/** Stores a connection with its key, which is sealed for `id`. */
export async function insertConnection(
  sql: AnySql,
  householdId: string,
  connection: {
    id: string;
    name: string;
    credential: SealedSecret;
    digest: Buffer;
    lastFour: string;
    historyStart: string | null;
  },
): Promise<ProviderConnection> {
  const { id, name, credential, digest, lastFour, historyStart } = connection;
  const sealed = { ...sealedColumns(credential, digest), credentialLastFour: lastFour };
  const made = { id, householdId, name, historyStart, ...sealed };
  const [row] = await sql<[Row]>`
    insert into provider_connections ${sql(made)}
    returning ${columns(sql)}`;
  return fromRow(row);
}

/**
 * Renames a connection, moves its history start, or replaces its key, which clears the old key's problems. A new key makes the next
 * sync due at once, and so does a new start unless the connection is suspended or needs a key. Null if not found.
 */
export async function updateConnection(
  sql: AnySql,
  householdId: string,
  id: string,
  change: {
    name?: string | undefined;
    credential?: SealedSecret;
    digest?: Buffer;
    lastFour?: string;
    /** null: the default start. */
    historyStart?: string | null | undefined;
  },
  now: Date,
): Promise<ProviderConnection | null> {
  const { name, credential, digest = null, lastFour, historyStart } = change;
  const dueIfScheduled = sql`case when status in ('good', 'degraded') then ${now}::timestamptz end`;
  const set = given({
    name,
    ...(credential === undefined ? {} : { ...sealedColumns(credential, digest), ...SOUND }),
    credentialLastFour: lastFour,
    historyStart,
    nextSyncAt: historyStart === undefined ? undefined : dueIfScheduled,
    ...(credential === undefined ? {} : { nextSyncAt: now }),
    updatedAt: now,
  });
  const [row] = await sql<Row[]>`
    update provider_connections
    set ${sql(set)}
    where household_id = ${householdId}
      and id = ${id}
    returning ${columns(sql)}`;
  return row === undefined ? null : fromRow(row);
}

/** Deletes the key and its runs, whose workers lose their leases. Accounts and transactions stay. False: not found. */
export async function deleteConnection(tx: Tx, householdId: string, id: string): Promise<boolean> {
  await revokeLease(tx, { kind: 'sync', householdId, resource: id });
  return deleteRow(tx, 'provider_connections', householdId, id);
}

/** Keys to rotate: sealed with a key other than the current one. Locked until the caller commits. */
export async function lockConnectionsNotSealedWith(
  sql: AnySql,
  keyId: string,
  limit: number,
): Promise<{ id: string; householdId: string; credential: SealedSecret }[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)}
    from provider_connections
    where credential_key_id <> ${keyId}
    order by id
    limit ${limit}
    for update`;
  return rows.map(fromRow);
}

/** Replaces the sealed form and the digest of an unchanged key. */
export async function resealCredential(
  sql: AnySql,
  householdId: string,
  id: string,
  credential: SealedSecret,
  digest: Buffer,
): Promise<void> {
  const change = sealedColumns(credential, digest);
  await updateRow(sql, 'provider_connections', householdId, id, change);
}

/**
 * The household's oldest connection with one of these digests, each under the encryption key that it was made with, except
 * `exceptId`; null if there is none.
 */
export async function findConnectionByDigest(
  sql: AnySql,
  householdId: string,
  digests: readonly { keyId: string; digest: Buffer }[],
  exceptId: string | null,
): Promise<string | null> {
  const known = digests.map(({ keyId, digest }) => ({ keyId, digest: digest.toString('hex') }));
  const [row] = await sql<{ id: string }[]>`
    select id
    from provider_connections
    join ${valueTable(sql, 'known', known, { keyId: 'text', digest: 'text' })}
      on known.key_id = credential_key_id
      and decode(known.digest, 'hex') = credential_digest
    where household_id = ${householdId}
      and id is distinct from ${exceptId}
    order by created_at, id
    limit 1`;
  return row?.id ?? null;
}

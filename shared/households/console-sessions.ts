import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../platform/crypto.ts';
import type { AnySql } from '../postgres/connect.ts';
import { findLiveKeyById } from './api-keys.ts';
import type { LiveHouseholdKey } from './api-keys.ts';
import { rowOrNull } from '../postgres/rows.ts';

/** An unused session ends after this long. */
const IDLE_MS = 12 * 3_600_000;
/** The maximum lifetime of a session, however often it is used. */
export const SESSION_LIFE_MS = 7 * 24 * 3_600_000;
/** Long enough to open the link that a start prints. */
const TICKET_LIFE_MS = 15 * 60_000;

/** The household key with which a session or a ticket was made. */
interface SignedIn {
  apiKeyId: string;
  householdId: string;
}

export interface ConsoleSession {
  digest: string;
  lastUsedAt: Date;
  expiresAt: Date;
  key: LiveHouseholdKey;
}

/** What is stored for the token of a session or ticket. */
export function digestToken(token: string): string {
  return sha256Hex(token);
}

/** Stores a new token, and deletes expired ones. Returns the token. */
async function insertToken(
  sql: AnySql,
  table: 'console_sessions' | 'console_tickets',
  { apiKeyId, householdId }: SignedIn,
  now: Date,
  row: { expiresAt: Date; createdAt?: Date; lastUsedAt?: Date },
): Promise<string> {
  const token = randomBytes(32).toString('hex');
  await sql`
    with expired as (
      delete from ${sql(table)}
      where expires_at <= ${now}
    )
    insert into ${sql(table)} ${sql({ digest: digestToken(token), apiKeyId, householdId, ...row })}`;
  return token;
}

/** Opens a session. Returns its token, for the cookie. */
export function openConsoleSession(sql: AnySql, of: SignedIn, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + IDLE_MS);
  return insertToken(sql, 'console_sessions', of, now, {
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
  });
}

/** The open session with that digest, or null; also null if its key is revoked or expired at `now`. */
export async function findConsoleSession(
  sql: AnySql,
  digest: string,
  now: Date,
): Promise<ConsoleSession | null> {
  const [row] = await sql<(Omit<ConsoleSession, 'key'> & SignedIn)[]>`
    select digest, last_used_at, expires_at, api_key_id, household_id
    from console_sessions
    where digest = ${digest}
      and expires_at > ${now}`;
  if (row === undefined) return null;
  const { apiKeyId, householdId, ...session } = row;
  const key = await findLiveKeyById(sql, { householdId }, apiKeyId, now);
  return key && { ...session, key: key as LiveHouseholdKey };
}

/** Notes the use of a session, which extends it. Returns its new end; null if it was closed. */
export async function stampConsoleSession(
  sql: AnySql,
  householdId: string,
  digest: string,
  now: Date,
): Promise<Date | null> {
  const [row] = await sql<{ expiresAt: Date }[]>`
    update console_sessions
    set last_used_at = ${now},
      expires_at = least(
        ${new Date(now.getTime() + IDLE_MS)}::timestamptz,
        created_at + ${SESSION_LIFE_MS / 1000} * interval '1 second'
      )
    where household_id = ${householdId}
      and digest = ${digest}
    returning expires_at`;
  return row?.expiresAt ?? null;
}

/** Ends a session; does nothing if it is already over. */
export async function closeConsoleSession(sql: AnySql, digest: string): Promise<void> {
  await sql`
    delete from console_sessions
    where digest = ${digest}`;
}

/** Issues a ticket: it signs in once, within 15 minutes. */
export function issueConsoleTicket(sql: AnySql, of: SignedIn, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + TICKET_LIFE_MS);
  return insertToken(sql, 'console_tickets', of, now, { expiresAt });
}

/** Redeems a ticket. Null if it is unknown, used or expired. */
export function takeConsoleTicket(sql: AnySql, digest: string, now: Date) {
  return rowOrNull(sql<SignedIn[]>`
    delete from console_tickets
    where digest = ${digest}
      and expires_at > ${now}
    returning api_key_id, household_id`);
}

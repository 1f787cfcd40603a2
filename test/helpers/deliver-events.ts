import { randomUUID } from 'node:crypto';
import type { Sql } from '../../shared/postgres/connect.ts';
import { insertEndpoint, type EndpointSettings } from '../../shared/webhooks/endpoints.ts';
import { deliverJob } from '../../shared/webhooks/deliver-job.ts';
import { rotateSecret } from '../../shared/webhooks/secrets.ts';
import { claimTurns } from '../../shared/webhooks/turns.ts';
import { performDeliverEvents } from '../../workers/delivery/deliver-events.ts';
import { insertRow } from './insert-row.ts';
import { jobRun } from './job-run.ts';
import type { TestDatabase } from './with-database.ts';
import { workerContext } from './worker-context.ts';

/** Settings of a worker that sends events to receivers of tests. */
export const DELIVERY_ENV = {
  WEBHOOK_ALLOW_LOOPBACK: 'true',
  CREDENTIALS_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
};

/** Sends what is due at all endpoints, with the real job but without its queue. Returns how many endpoints had something due. */
export async function deliverEvents(
  database: TestDatabase,
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  const turns = await claimTurns(database.sql, 1000);
  const config = database.config({ ...DELIVERY_ENV, ...env });
  const context = { ...workerContext(database), config };
  const payloads = turns.map((turn) => deliverJob.payloadOf(turn));
  await Promise.all(payloads.map((each) => performDeliverEvents(context, each, jobRun())));
  return turns.length;
}

/** An endpoint of a household, and its secret. */
export async function newEndpoint(
  database: TestDatabase,
  householdId: string,
  settings: Partial<EndpointSettings> & { url: string },
): Promise<{ id: string; secret: string }> {
  const made = { description: '', events: null, ...settings };
  const { id } = await insertEndpoint(database.sql, { householdId }, made);
  const ring = database.config(DELIVERY_ENV).credentialKeys!;
  return { id, secret: await rotateSecret(database.sql, ring, householdId, id) };
}

/** Ends a sync of a new connection of the household, which is an event. Returns its id. */
export async function endSync(
  sql: Sql,
  householdId: string,
  status = 'completed',
): Promise<string> {
  const connectionId = await newConnection(sql, householdId);
  const id = randomUUID();
  await sql`
    insert into syncs (id, household_id, connection_id, trigger, deadline_at)
    values (${id}, ${householdId}, ${connectionId}, 'manual', now() + interval '1 hour')`;
  await sql`update syncs set status = 'running' where id = ${id}`;
  await sql`update syncs set status = ${status}, finished_at = now() where id = ${id}`;
  return id;
}

/** A connection that no worker could use. */
export async function newConnection(sql: Sql, householdId: string): Promise<string> {
  const credential = { credential_key_id: 'k1', credential_ciphertext: Buffer.alloc(1) };
  const bank = { name: 'Bank', ...credential, credential_last_four: '1234' };
  return insertRow(sql, 'provider_connections', householdId, bank);
}

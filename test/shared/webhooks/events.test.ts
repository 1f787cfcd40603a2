import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { WEBHOOK_EVENT_TYPES } from '#preflight/webhook-events';
import { endSync, newConnection, newEndpoint } from '../../helpers/deliver-events.ts';
import { insertRow } from '../../helpers/insert-row.ts';
import { newHousehold } from '../../helpers/rule-fixtures.ts';
import { createPlatform } from '../../helpers/start-api.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { untilWaiting } from '../../helpers/until-waiting.ts';

type SentEvent = { type: string; data: Record<string, string> };

describe('events', () => {
  const database = withDatabase();
  let householdId: string;

  beforeEach(async () => {
    householdId = await newHousehold(database.sql);
  });

  const listEvents = async (household = householdId): Promise<SentEvent[]> => {
    const rows = await database.sql<{ payload: SentEvent & { timestamp: string } }[]>`
      select payload from webhook_deliveries where household_id = ${household} order by created_at, id`;
    return rows.map(({ payload: { type, data, timestamp } }) => {
      expect(timestamp).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      return { type, data };
    });
  };
  const listen = (events: string[] | null = null) =>
    newEndpoint(database, householdId, { url: 'https://app.test/', events: events as never });
  const insert = (table: string, row: object): Promise<string> =>
    insertRow(database.sql, table, householdId, row);
  const disable = ({ id }: { id: string }, reason: string) => database.sql`
    update webhook_endpoints set disabled_at = now(), disabled_reason = ${reason} where id = ${id}`;
  const eventOf =
    (kind: string, ids: Record<string, string>) =>
    (name: string, status: string): SentEvent => ({
      type: `${kind}.${name}`,
      data: { household_id: householdId, ...ids, status },
    });
  /** Moves a row through states; each has the event that is said behind it, or none. */
  const move = async (
    table: string,
    id: string,
    of: ReturnType<typeof eventOf>,
    steps: [step: Record<string, any>, ...event: [] | [name: string, status: string]][],
  ): Promise<void> => {
    const { sql } = database;
    for (const [step, ...event] of steps) {
      const before = (await listEvents()).length;
      await sql`update ${sql(table)} set ${sql(step)} where id = ${id}`;
      const events = (await listEvents()).slice(before);
      const expected = event.length === 0 ? [] : [of(...event)];
      expect(events, JSON.stringify(step)).to.deep.equal(expected);
    }
  };

  it('inform an app which of its households are gone', async () => {
    const { platformId } = await createPlatform(database, 'App');
    await database.sql`
      insert into webhook_endpoints (platform_id, url) values (${platformId}, 'https://app.test/')`;
    await database.sql`update households set platform_id = ${platformId} where id = ${householdId}`;
    await database.sql`delete from households where id = ${householdId}`;
    const rows = await database.sql<{ payload: SentEvent }[]>`
      select payload from webhook_deliveries where owner_id = ${platformId}`;
    expect(rows.map(({ payload: { type, data } }) => ({ type, data }))).to.deep.equal([
      { type: 'household.deleted', data: { household_id: householdId } },
    ]);
  });

  it('say how each sync ended, once', async () => {
    await listen();
    for (const [status, type] of [
      ['completed', 'sync.completed'],
      ['completed_with_errors', 'sync.completed'],
      ['failed', 'sync.failed'],
      ['rate_limited', 'sync.failed'],
      ['stale', 'sync.failed'],
      ['cancelled', 'sync.failed'],
    ] as const) {
      const before = (await listEvents()).length;
      const sync_id = await endSync(database.sql, householdId, status);
      const [sync] = await database.sql`select connection_id from syncs where id = ${sync_id}`;
      const connection_id = sync!['connectionId'];
      expect((await listEvents()).slice(before)).to.deep.equal([
        { type, data: { household_id: householdId, sync_id, connection_id, status } },
      ]);
    }
  });

  it('say when a connection needs a person', async () => {
    await listen();
    const connection_id = await newConnection(database.sql, householdId);
    const of = (status: string, reason: string) => ({
      type: `connection.${status}`,
      data: { household_id: householdId, connection_id, status, reason },
    });
    const unauthorized = { status: 'requires_update', status_reason: 'unauthorized' };
    const unavailable = { status_reason: 'unavailable' };
    await move('provider_connections', connection_id, of, [
      [{ status: 'degraded', ...unavailable }],
      [unauthorized, 'requires_update', 'unauthorized'],
      [{ ...unauthorized, status_reason: 'forbidden' }],
      [
        { status: 'suspended', ...unavailable, suspended_at: new Date() },
        'suspended',
        'unavailable',
      ],
      [{ status: 'good', status_reason: null, suspended_at: null }],
    ]);
  });

  it('say what becomes of an import', async () => {
    await listen();
    const content = { filename: 'a.csv', content_type: 'text/csv', byte_size: 1 };
    const import_id = await insert('imports', {
      type: 'TransactionImport',
      request_digest: 'x',
      judged: false,
      run_id: randomUUID(),
      ...content,
    });
    await move('imports', import_id, eventOf('import', { import_id }), [
      [{ rows_done: 5 }],
      [{ judged: true }, 'ready', 'pending'],
      [{ status: 'publishing' }],
      [{ status: 'failed' }, 'failed', 'failed'],
      [{ status: 'publishing' }],
      [{ status: 'complete', judged: true }, 'completed', 'complete'],
      [{ status: 'undoing' }],
      [{ status: 'complete' }, 'undo_failed', 'complete'],
      [{ status: 'undoing' }],
      [{ status: 'undone' }, 'undone', 'undone'],
    ]);
  });

  it('say what becomes of an import session', async () => {
    await listen();
    const import_session_id = await insert('import_sessions', { type: 'NativeImport' });
    const of = eventOf('import_session', { import_session_id });
    await move('import_sessions', import_session_id, of, [
      [{ status: 'cancelled' }, 'cancelled', 'cancelled'],
      [{ status: 'importing', run_id: randomUUID() }],
      [{ status: 'failed' }, 'failed', 'failed'],
      [{ status: 'undoing' }],
      [{ status: 'failed' }, 'undo_failed', 'failed'],
      [{ status: 'importing' }],
      [{ status: 'complete' }, 'completed', 'complete'],
      [{ status: 'undoing' }],
      [{ status: 'undone' }, 'undone', 'undone'],
    ]);
  });

  it('say how a run of rules ended, in the words of GET', async () => {
    await listen();
    const rule_run_id = await insert('rule_runs', { execution_type: 'manual', trigger: 'request' });
    await move('rule_runs', rule_run_id, eventOf('rule_run', { rule_run_id }), [
      [{ status: 'running' }],
      [{ status: 'failed' }, 'failed', 'failed'],
      [{ status: 'queued' }],
      [{ status: 'completed' }, 'completed', 'success'],
    ]);
  });

  it('inform the other endpoints that one is disabled, unless a client did it', async () => {
    const broken = await listen(['sync.failed']);
    const byHand = await listen(['sync.failed']);
    await listen();
    await disable(byHand, 'request');
    await disable(broken, 'gone');
    const data = { household_id: householdId, webhook_endpoint_id: broken.id, reason: 'gone' };
    expect(await listEvents()).to.deep.equal([{ type: 'webhook_endpoint.disabled', data }]);
  });

  it('are those that the catalogue names', async () => {
    const { sql } = database;
    const rows = await sql<{ event: string }[]>`
      select distinct encode(tgargs, 'escape') as event from pg_trigger
      where tgfoid = 'tell_event'::regproc`;
    const events = rows.map(({ event }) => event.replace(/\\000$/, ''));
    const written = [...events, 'changes.available', 'household.deleted'];
    expect(written.sort()).to.deep.equal([...WEBHOOK_EVENT_TYPES].sort());
  });

  it('go to each endpoint that wants them, and to no one else', async () => {
    const other = await newHousehold(database.sql);
    await newEndpoint(database, other, { url: 'https://other.test/' });
    const all = await listen();
    const some = await listen(['sync.completed', 'import.failed']);
    await listen(['sync.failed']);
    const off = await listen();
    await disable(off, 'request');
    await endSync(database.sql, householdId);
    const rows = await database.sql<
      { endpointId: string }[]
    >`select endpoint_id from webhook_deliveries
      where household_id in (${householdId}, ${other})`;
    expect(rows.map((row) => row.endpointId).sort()).to.deep.equal([all.id, some.id].sort());
  });

  it('exist exactly when what they report does', async () => {
    await listen();
    const id = await insert('rule_runs', { execution_type: 'manual', trigger: 'request' });
    await database.sql
      .begin(async (tx) => {
        await tx`update rule_runs set status = 'completed' where id = ${id}`;
        const [row] = await tx`select count(*)::integer as count from webhook_deliveries
          where household_id = ${householdId}`;
        expect(row!['count']).to.equal(1);
        throw new Error('rolled back');
      })
      .catch((error: unknown) => expect(String(error)).to.include('rolled back'));
    expect(await listEvents()).to.deep.equal([]);
  });

  it('do not fail what they report when their endpoint is just being deleted', async () => {
    const { id: endpointId } = await listen();
    const id = await insert('rule_runs', { execution_type: 'manual', trigger: 'request' });
    let ended: Promise<unknown> = Promise.resolve();
    await database.sql.begin(async (tx) => {
      await tx`delete from webhook_endpoints where id = ${endpointId}`;
      ended = database.sql`update rule_runs set status = 'completed' where id = ${id}`.execute();
      await untilWaiting(database.sql);
    });
    await ended;
    const [run] = await database.sql`select status from rule_runs where id = ${id}`;
    expect(run!['status']).to.equal('completed');
    expect(await listEvents()).to.deep.equal([]);
  });
});

import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { sealSecret } from '../../shared/platform/crypto.ts';
import { newWebhookSecret } from '../../shared/webhooks/signature.ts';
import { DELIVERY_ENV } from '../helpers/deliver-events.ts';
import { eventually } from '../helpers/eventually.ts';
import { startReceiver, type WebhookReceiver } from '../helpers/webhook-receiver.ts';
import { startProcess, type RunningProcess } from '../helpers/processes.ts';
import { withDatabase } from '../helpers/with-database.ts';

/** ENDPOINTS in the environment makes it shorter. */
const ENDPOINTS = Number(process.env['ENDPOINTS'] ?? 10_000);
const DEAD = ENDPOINTS / 100;

/** A hundredth of all endpoints is dead. Times are printed, for a quiet machine: on a busy one they say nothing. */
describe(`${ENDPOINTS} endpoints`, function () {
  this.timeout(1_800_000);
  const database = withDatabase();
  const running: RunningProcess[] = [];
  let alive: WebhookReceiver;
  let dead: WebhookReceiver;

  before(async () => {
    [alive, dead] = [await startReceiver(), await startReceiver()];
    dead.answer = () => undefined;
    const { sql } = database;
    await sql`insert into households (name) select 'Household' from generate_series(1, ${ENDPOINTS})`;
    await sql`
      insert into webhook_endpoints (household_id, url, events)
      select id, ${alive.url}, '{rule_run.completed}' from households`;
    const ring = database.config(DELIVERY_ENV).credentialKeys!;
    const endpoints = await sql<{ id: string }[]>`select id from webhook_endpoints`;
    const secrets = endpoints.map((endpoint) => {
      const id = randomUUID();
      const { keyId, ciphertext } = sealSecret(ring, newWebhookSecret(), id);
      return { id, endpointId: endpoint.id, keyId, ciphertext };
    });
    for (let from = 0; from < secrets.length; from += 1000) {
      await sql`insert into webhook_secrets ${sql(secrets.slice(from, from + 1000))}`;
    }
    await sql`
      insert into rule_runs (household_id, execution_type, trigger)
      select id, 'manual', 'request' from households`;
    await sql`analyze`;
    for (const entry of ['workers/delivery.ts', 'workers/scheduler.ts']) {
      const env = { ...DELIVERY_ENV, LOG_LEVEL: 'warn', WORKER_PORT: '0' };
      running.push(await startProcess(entry, database.config(), { ...env, LOG_LEVEL: 'info' }));
    }
  });
  after(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    for (const each of [alive, dead]) await each.close();
  });

  /** One event for each endpoint, all at once. Returns the seconds until those that live have theirs. */
  async function tellAll(): Promise<{ all: number; p50: number; p95: number }> {
    const { sql } = database;
    alive.received.length = 0;
    const living = await sql`select 1 from webhook_endpoints where url = ${alive.url}`;
    await sql`update rule_runs set status = 'queued'`;
    const begun = Date.now();
    await sql`update rule_runs set status = 'completed'`;
    // One that was on its way to a dead one may come, too.
    await eventually(() => expect(alive.received.length).to.be.at.least(living.count), {
      timeoutMs: 900_000,
    });
    const lags = alive.received.map(({ at }) => (at - begun) / 1000).sort((a, b) => a - b);
    const at = (share: number): number => lags[Math.floor(lags.length * share)] ?? 0;
    return { all: lags.at(-1) ?? 0, p50: at(0.5), p95: at(0.95) };
  }

  it('all get what is sent to them at once, with a hundred dead ones among them; prints how much later', async () => {
    await tellAll();
    const rounds: { healthy: number[]; withDead: number[] } = { healthy: [], withDead: [] };
    for (let round = 0; round < 2; round += 1) {
      rounds.healthy.push((await tellAll()).all);
      await database.sql`
        update webhook_endpoints set url = ${dead.url}
        where id in (select id from webhook_endpoints order by id limit ${DEAD})`;
      const first = await tellAll();
      const next = await tellAll();
      rounds.withDead.push(next.all);
      console.log({ first, next });
      await database.sql`
        update webhook_endpoints
        set url = ${alive.url}, failures_in_row = 0, failing_since = null, held_until = null`;
      await database.sql`delete from webhook_deliveries where status = 'pending'`;
    }
    console.log(rounds);
    const sum = (values: number[]): number => values.reduce((all, each) => all + each, 0);
    const slower = sum(rounds.withDead) / sum(rounds.healthy);
    console.log(`${slower.toFixed(3)} times the time with ${DEAD} dead endpoints`);
  });

  it('get single events soon after the commit, at rest; prints how soon', async () => {
    const { sql } = database;
    const [endpoint] = await sql<[{ householdId: string }]>`
      select household_id from webhook_endpoints limit 1`;
    const lags: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      alive.received.length = 0;
      await sql`update rule_runs set status = 'queued' where household_id = ${endpoint.householdId}`;
      const committed = Date.now();
      await sql`update rule_runs set status = 'completed' where household_id = ${endpoint.householdId}`;
      await eventually(() => expect(alive.received.length).to.equal(1), { timeoutMs: 60_000 });
      lags.push(alive.received[0]!.at - committed);
    }
    lags.sort((a, b) => a - b);
    console.log(`from commit to delivery: p50 ${lags[20]} ms, p95 ${lags[38]} ms`);
  });

  it('print what a written status costs a household that has none', async () => {
    const { sql } = database;
    await sql`delete from webhook_endpoints where household_id in (select id from households limit ${ENDPOINTS / 2})`;
    const measure = async (): Promise<number> => {
      await sql`update rule_runs set status = 'queued'`;
      const begun = performance.now();
      await sql`
        update rule_runs set status = 'completed'
        where household_id not in (select household_id from webhook_endpoints)`;
      return ((performance.now() - begun) * 1000) / (ENDPOINTS / 2);
    };
    const took: { without: number[]; with: number[] } = { without: [], with: [] };
    for (let round = 0; round < 7; round += 1) {
      await sql`alter table rule_runs disable trigger tell_rule_run_completed`;
      took.without.push(await measure());
      await sql`alter table rule_runs enable trigger tell_rule_run_completed`;
      took.with.push(await measure());
    }
    const median = (values: number[]): number => values.sort((a, b) => a - b)[3] ?? 0;
    const cost = median(took.with) - median(took.without);
    console.log(`${cost.toFixed(1)} µs for each status that is written`, took);
  });
});

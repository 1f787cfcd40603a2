import { expect } from 'chai';
import { eventually } from '../../helpers/eventually.ts';
import { endSync, deliverEvents, DELIVERY_ENV, newEndpoint } from '../../helpers/deliver-events.ts';
import { newHousehold } from '../../helpers/rule-fixtures.ts';
import { isSignedWith, startReceiver } from '../../helpers/webhook-receiver.ts';
import type { WebhookReceiver } from '../../helpers/webhook-receiver.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { countEndpointStates } from '../../../shared/webhooks/endpoints.ts';
import { claimTurns, readOldestDue, recordRound } from '../../../shared/webhooks/turns.ts';
import { receiverLookup } from '../../../shared/webhooks/addresses.ts';
import { rotateSecret } from '../../../shared/webhooks/secrets.ts';
import { judgeRound } from '../../../workers/delivery/deliver-events.ts';
import { send } from '../../../workers/delivery/send.ts';

describe('the delivery of events', () => {
  const database = withDatabase();
  let receiver: WebhookReceiver;
  let householdId: string;
  let endpoint: { id: string; secret: string };

  beforeEach(async () => {
    // What an earlier test left unsent is not this one's.
    await database.sql`delete from webhook_endpoints`;
    receiver = await startReceiver();
    householdId = await newHousehold(database.sql);
    endpoint = await newEndpoint(database, householdId, { url: receiver.url });
  });
  afterEach(() => receiver.close());

  const deliver = (env?: NodeJS.ProcessEnv) => deliverEvents(database, env);
  const deliverOne = async () => {
    await endSync(database.sql, householdId);
    return deliver();
  };
  const deliveries = () => database.sql<any[]>`
    select *, (extract(epoch from due_at - now()) * 1000)::integer as due_in_ms
    from webhook_deliveries where household_id = ${householdId} order by created_at, id`;
  const endpointNow = async (): Promise<any> => {
    const [row] = await database.sql<any[]>`
      select *, (extract(epoch from held_until - now()) * 1000)::integer as held_ms,
        (extract(epoch from turn_until - now()) * 1000)::integer as turn_ms
      from webhook_endpoints where id = ${endpoint.id}`;
    return row;
  };
  /** Lets the time pass until everything is due. */
  const passTime = async () => {
    await database.sql`update webhook_deliveries set due_at = now() - interval '1 ms' where status = 'pending'`;
    await database.sql`update webhook_endpoints set held_until = null`;
  };

  it('posts the payload as it was written, signed so that a library of the standard accepts it', async () => {
    const sync_id = await endSync(database.sql, householdId);
    expect(await deliver()).to.equal(1);
    const [got] = receiver.received;
    expect(got!.event).to.include({ type: 'sync.completed' });
    expect(got!.event.data).to.include({ household_id: householdId, sync_id, status: 'completed' });
    expect(got!.headers).to.include({ 'content-type': 'application/json' });
    expect(isSignedWith(endpoint.secret, got!)).to.equal(true);
    expect(isSignedWith(endpoint.secret, { ...got!, body: `${got!.body} ` })).to.equal(false);
    const [row] = await deliveries();
    expect(got!.headers['webhook-id']).to.equal(row.id);
    expect(row).to.include({ status: 'delivered', attempts: 1, answerStatus: 204, fault: null });
    expect(row.answerMs).to.be.within(0, 15_000);
    // Nothing is left to do, and no one has the turn.
    expect(await deliver()).to.equal(0);
    expect(await endpointNow()).to.include({ turnId: null, turnUntil: null });
  });

  it('is late where an endpoint that works waits; one that fails, or is disabled, is counted apart', async () => {
    const { sql } = database;
    await sql`insert into webhook_endpoints (household_id, url, disabled_at, disabled_reason)
      values (${householdId}, 'https://a.test/', now(), 'gone'), (${householdId}, 'https://b.test/', now(), 'request')`;
    expect(await readOldestDue(sql)).to.equal(0);
    await endSync(sql, householdId);
    await sql`update webhook_deliveries set due_at = now() - interval '100 s'`;
    expect(await readOldestDue(sql)).to.be.within(99, 120);
    // A rest is none of the wait.
    await sql`update webhook_endpoints set held_until = now() - interval '10 s' where id = ${endpoint.id}`;
    expect(await readOldestDue(sql)).to.be.within(9, 30);
    await sql`update webhook_endpoints set held_until = null where id = ${endpoint.id}`;
    expect(await countEndpointStates(sql)).to.deep.equal({
      working: 1,
      failing: 0,
      disabled: 1,
      off: 1,
    });
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    await deliver();
    await sql`update webhook_deliveries set due_at = now() - interval '100 s'`;
    expect(await readOldestDue(sql)).to.equal(0);
    expect(await countEndpointStates(sql)).to.include({ working: 0, failing: 1 });
  });

  it('signs with both secrets for a day after one is replaced', async () => {
    const ring = database.config(DELIVERY_ENV).credentialKeys!;
    const secret = await rotateSecret(database.sql, ring, householdId, endpoint.id);
    await deliverOne();
    const old = new Date(Date.now() - 24 * 3600_000 - 1000);
    await database.sql`update webhook_secrets set retired_at = ${old} where retired_at is not null`;
    await deliverOne();
    const [both, one] = receiver.received;
    expect([secret, endpoint.secret].map((each) => isSignedWith(each, both!))).to.deep.equal([
      true,
      true,
    ]);
    expect([secret, endpoint.secret].map((each) => isSignedWith(each, one!))).to.deep.equal([
      true,
      false,
    ]);
  });

  for (const status of [301, 302, 307, 400, 401, 404, 429, 500, 503]) {
    it(`tries again, under the same id, when the answer is ${status}, and follows no redirect`, async () => {
      receiver.answer = (_request, response) =>
        void response.writeHead(status, { Location: receiver.url }).end('no');
      await deliverOne();
      const [row] = await deliveries();
      expect(row).to.include({ status: 'pending', attempts: 1, answerStatus: status, fault: null });
      expect(row.dueInMs).to.be.within(1000, 5000);
      // Before its time nothing is sent.
      expect(await deliver()).to.equal(0);
      receiver.answer = (_request, response) => void response.writeHead(200).end('thanks');
      await passTime();
      await deliver();
      const [first, second] = receiver.received;
      expect(receiver.received).to.have.length(2);
      expect(second!.headers['webhook-id']).to.equal(first!.headers['webhook-id']);
      expect(second!.body).to.equal(first!.body);
      expect(isSignedWith(endpoint.secret, second!)).to.equal(true);
      const [done] = await deliveries();
      expect(done).to.include({ status: 'delivered', attempts: 2, answerStatus: 200 });
      expect(await endpointNow()).to.include({ failuresInRow: 0, failingSince: null });
    });
  }

  it('waits longer after each failure, up to six hours, and gives up after three days', async () => {
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    await endSync(database.sql, householdId);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 16; attempt += 1) {
      await deliver();
      const [row] = await deliveries();
      waits.push(row.dueInMs / 1000);
      await passTime();
    }
    for (const [index, seconds] of waits.entries()) {
      const longest = Math.min(6 * 3600, 5 * 2 ** index);
      expect(seconds, `wait ${index}`).to.be.within(longest / 2 - 1, longest);
    }
    await database.sql`update webhook_deliveries set retry_until = now() - interval '1 s'`;
    await deliver();
    const [row] = await deliveries();
    expect(row).to.include({ status: 'failed', attempts: 17, answerStatus: 500 });
    await passTime();
    expect(await deliver()).to.equal(0);
  });

  it('leaves an endpoint alone for as long as it asks', async () => {
    receiver.answer = (_request, response) =>
      void response.writeHead(429, { 'Retry-After': '120' }).end();
    await deliverOne();
    await endSync(database.sql, householdId);
    expect(await deliver()).to.equal(0);
    expect((await endpointNow()).heldMs).to.be.within(110_000, 120_000);
  });

  it('leaves a slow endpoint alone for four times as long as it took, so that slow ones share a fifth of a process', () => {
    const answered = (ms: number, status: number | null = 204) => ({
      id: 'd',
      body: '{}',
      attempts: 0,
      createdAt: new Date(0),
      answer: { status, fault: null, ms, headers: {} },
    });
    const holdMs = (...sent: ReturnType<typeof answered>[]) => judgeRound(sent, true, 0).holdMs;
    expect(holdMs(answered(2000))).to.equal(0);
    expect(holdMs(answered(20), answered(14_000))).to.equal(56_000);
    expect(judgeRound([answered(14_000, 500)], false, 0)).to.include({
      holdMs: 56_000,
      isFailing: true,
    });
  });

  it('stops at once when an endpoint says that it is gone, and notifies the others', async () => {
    receiver.answer = (_request, response) => void response.writeHead(410).end();
    const other = await startReceiver();
    await newEndpoint(database, householdId, { url: other.url });
    await deliverOne();
    expect(await endpointNow()).to.include({ disabledReason: 'gone', turnId: null });
    await deliver();
    const [notice] = await other.of('webhook_endpoint.disabled');
    expect(notice!.event.data).to.include({ webhook_endpoint_id: endpoint.id, reason: 'gone' });
    await deliverOne();
    expect(receiver.received).to.have.length(1);
    const rows = await database.sql<any[]>`
      select status, fault from webhook_deliveries where endpoint_id = ${endpoint.id}`;
    expect([...rows]).to.deep.equal([{ status: 'failed', fault: 'endpoint_disabled' }]);
    await other.close();
  });

  it('disables an endpoint that has failed for five days, not one that failed for four', async () => {
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    for (const [days, disabledReason] of [
      [4, null],
      [5.01, 'failing'],
    ] as const) {
      await endSync(database.sql, householdId);
      await database.sql`
        update webhook_endpoints
        set failures_in_row = 9, failing_since = now() - ${`${days} days`}::interval
        where id = ${endpoint.id}`;
      await deliver();
      expect(await endpointNow()).to.include({ disabledReason });
      await passTime();
    }
    expect((await deliveries()).filter(({ status }) => status === 'pending')).to.deep.equal([]);
  });

  for (const [what, fault, answer] of [
    ['resets the connection', 'connection_reset', ({ socket }: any) => socket.resetAndDestroy()],
    ['hangs up', 'connection_reset', ({ socket }: any) => socket.destroy()],
    [
      'sends huge headers',
      'invalid_answer',
      (_request: any, response: any) => response.writeHead(200, { x: 'x'.repeat(100_000) }).end(),
    ],
    [
      'speaks no HTTP',
      'invalid_answer',
      ({ socket }: any) => socket.end('220 mail.test ESMTP\r\n\r\n'),
    ],
    [
      'switches to another protocol',
      'invalid_answer',
      ({ socket }: any) =>
        socket.write('HTTP/1.1 101 Ok\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    ],
  ] as const) {
    it(`notes why there was no answer when the receiver ${what}, and then waits`, async () => {
      receiver.answer = answer;
      await deliverOne();
      const [row] = await deliveries();
      expect(row).to.include({ status: 'pending', attempts: 1, answerStatus: null, fault });
      expect(await endpointNow()).to.include({ failuresInRow: 1 });
      expect((await endpointNow()).heldMs).to.be.within(1, 5000);
    });
  }

  for (const [what, answer] of [
    ['never answers', () => undefined],
    [
      'sends its headers a letter at a time',
      ({ socket }: any) => {
        socket.write('HTTP/1.1 200 OK\r\nX: ');
        const timer = setInterval(() => socket.write('x'), 20);
        socket.on('close', () => clearInterval(timer));
      },
    ],
  ] as const) {
    it(`gives a receiver up that ${what}`, async () => {
      receiver.answer = answer;
      const reach = { lookup: receiverLookup({ webhookAllowLoopback: true }), answerMs: 300 };
      const { signal } = new AbortController();
      const got = await send(receiver.url, { headers: {}, body: '{}' }, { ...reach, signal });
      expect(got).to.include({ status: null, fault: 'timeout' });
      expect(got.ms).to.be.within(300, 5000);
    });
  }

  it('takes the status of a receiver that answers and then trickles, and hangs up', async () => {
    const ended = new Promise<void>((resolve) => {
      receiver.answer = (_request, response) => {
        response.writeHead(202).write('x');
        const timer = setInterval(() => response.write('x'), 20);
        response.on('close', () => {
          clearInterval(timer);
          resolve();
        });
      };
    });
    await deliverOne();
    expect((await deliveries())[0]).to.include({ status: 'delivered', answerStatus: 202 });
    await ended;
  });

  it('reads no more than a little of an endless body, and takes the status for the answer', async () => {
    let hungUp: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (hungUp = resolve));
    let written = 0;
    receiver.answer = (_request, response) => {
      response.on('close', hungUp);
      const write = (): void => {
        if (response.destroyed) return;
        written += 65_536;
        // Node calls back at once when the connection is gone: without a pause, nobody would hear that it closed.
        response.write('x'.repeat(65_536), () => setImmediate(write));
      };
      response.writeHead(200);
      write();
    };
    await deliverOne();
    await gone;
    expect(written).to.be.below(50_000_000);
    expect((await deliveries())[0]).to.include({ status: 'delivered', answerStatus: 200 });
  });

  it('has at most ten events on their way to one endpoint, and one while it fails', async () => {
    const open: (() => void)[] = [];
    receiver.answer = (_request, response) => {
      open.push(() => void response.writeHead(500).end());
      if (open.length === 10 || receiver.received.length > 10)
        for (const end of open.splice(0)) end();
    };
    for (let n = 0; n < 25; n += 1) await endSync(database.sql, householdId);
    await deliver();
    expect(receiver.mostAtOnce).to.equal(10);
    expect(receiver.received.length).to.equal(25);
  });

  it('sends from one job at a time, and lets another continue when the first is silent', async () => {
    await endSync(database.sql, householdId);
    const [turn] = await claimTurns(database.sql, 10);
    expect(await claimTurns(database.sql, 10)).to.deep.equal([]);
    // Where a kill loses the job, nobody takes this turn.
    expect((await endpointNow()).turnMs).to.be.within(1, 10_000);
    await database.sql`update webhook_endpoints set turn_until = now() - interval '1 s'`;
    await deliver();
    expect(receiver.received).to.have.length(1);
    // What the first finds out in the end is not written.
    const round = { isFailing: true, holdMs: 60_000, isGone: true };
    expect(await recordRound(database.sql, turn!, round, [])).to.equal('lost');
    expect(await endpointNow()).to.include({ disabledAt: null, failuresInRow: 0 });
  });

  it('keeps its turn while a receiver takes its time, and has no more than five seconds of it ahead should it be killed', async () => {
    let answer: () => void = () => undefined;
    receiver.answer = (_request, response) => (answer = () => void response.writeHead(204).end());
    await endSync(database.sql, householdId);
    const sending = deliver();
    await receiver.of('sync.completed', 1);
    const first = await endpointNow();
    expect(first.turnMs).to.be.below(5000);
    await eventually(async () =>
      expect((await endpointNow()).turnUntil).to.be.above(first.turnUntil),
    );
    answer();
    await sending;
    expect((await deliveries())[0]).to.include({ status: 'delivered' });
  });

  it('that cannot be signed is noted, and fails a job that operators see; another secret signs again', async () => {
    await database.sql`update webhook_secrets set key_id = 'lost' where endpoint_id = ${endpoint.id}`;
    await endSync(database.sql, householdId);
    const failure = await deliver().catch((error: unknown) => (error as Error).message);
    expect(failure).to.equal('secret_unreadable');
    expect((await deliveries())[0]).to.include({
      status: 'pending',
      attempts: 1,
      fault: 'secret_unreadable',
    });
    expect((await endpointNow()).heldMs).to.be.within(1, 5000);
    const ring = database.config(DELIVERY_ENV).credentialKeys!;
    const secret = await rotateSecret(database.sql, ring, householdId, endpoint.id);
    await passTime();
    await database.sql`update webhook_endpoints set turn_until = now()`;
    await deliver();
    const [event] = await receiver.of('sync.completed', 1);
    expect(isSignedWith(secret, event!)).to.equal(true);
  });

  it('sends nothing to this machine unless a setting allows it, whatever the endpoint says', async () => {
    await endSync(database.sql, householdId);
    await deliver({ WEBHOOK_ALLOW_LOOPBACK: 'false' });
    expect(receiver.received).to.deep.equal([]);
    expect((await deliveries())[0]).to.include({ status: 'pending', fault: 'address_not_allowed' });
  });
});

import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { eventually } from '../../helpers/eventually.ts';
import { answered, withApi } from '../../helpers/start-api.ts';
import { holdTable } from '../../helpers/hold-lock.ts';

const ROWS = 600;
/** What a list of 500 has at least. */
const ROWS_BYTES = 1_000_000;
const FEW = '/api/v1/transactions?per_page=10';
const LIST = '/api/v1/transactions?per_page=500';

describe('what a household reads and writes at once', () => {
  const env = { DATABASE_LOCK_TIMEOUT_MS: '60000', DATABASE_STATEMENT_TIMEOUT_MS: '60000' };
  const { database, api } = withApi({ env });
  const sockets: Socket[] = [];
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

  before(async () => {
    const { householdId } = api.tenant;
    await database.sql`
      with account as (
        insert into accounts (household_id, name, accountable_type, currency)
        values (${householdId}, 'Giro', 'Depository', 'EUR')
        returning id
      )
      insert into transactions (household_id, account_id, date, amount, currency, name, notes)
      select ${householdId}, account.id, '2020-01-01'::date + n, 1, 'EUR', 'shop', repeat('Note', 500)
      from account, generate_series(1, ${ROWS}::integer) n`;
  });

  it('has a third of the connections, a queue, and 503 with Retry-After above; others are answered', async () => {
    const { reads } = api.context.limits;
    const release = await holdTable(database.sql, 'transactions');
    const answers = Array.from({ length: 120 }, (_, n) =>
      api.request('GET', n % 2 === 0 ? FEW : `${FEW}&search=shop`, {
        headers: { 'If-None-Match': '"x"' },
      }),
    );
    const most = Math.floor(api.context.config.databasePoolMax / 3);
    await eventually(() => expect(reads.held).to.equal(most));
    for (const path of ['/api/v1/accounts', '/api/v1/categories', '/api/v1/usage']) {
      await answered(200, api.request('GET', path, { as: 'other' }), path);
    }
    await release();
    const seen = await Promise.all(answers);
    const refused = seen.filter(({ status }) => status === 503);
    expect(refused).to.have.length.at.least(120 - most - 100);
    for (const { headers, body } of refused) {
      expect(headers.get('retry-after')).to.equal('2');
      expect(body.error).to.equal('service_unavailable');
    }
    expect(seen.filter(({ status }) => status === 200)).to.have.length(120 - refused.length);
    expect(reads.held).to.equal(0);
  });

  it('leaves others, and its own reads, their connections while its writes wait for one another', async () => {
    const { writes } = api.context.limits;
    const release = await holdTable(database.sql, 'transactions');
    const [account] = await database.sql<[{ id: string }]>`select id from accounts`;
    const body = { account_id: account.id, date: '2026-01-31', amount: '-1.00', name: 'shop' };
    const answers = Array.from({ length: 120 }, () =>
      api.request('POST', '/api/v1/transactions', { body }),
    );
    const most = Math.floor(api.context.config.databasePoolMax / 3);
    await eventually(() => expect(writes.held).to.equal(most));
    for (const as of ['write', 'other'] as const) {
      await answered(200, api.request('GET', '/api/v1/accounts', { as }), as);
    }
    const tag = { as: 'other', body: { name: 'holiday' } } as const;
    await api.answers(201, 'POST', '/api/v1/tags', tag);
    await release();
    const seen = await Promise.all(answers);
    const refused = seen.filter(({ status }) => status === 503);
    expect(refused).to.have.length.at.least(120 - most - 100);
    for (const { headers } of refused) expect(headers.get('retry-after')).to.equal('2');
    const [stored] = await database.sql<[{ count: number }]>`
      select count(*)::integer from transactions where date = '2026-01-31'`;
    expect(stored.count).to.equal(120 - refused.length);
    expect(writes.held).to.equal(0);
  });

  it('has no place while its client does not take an answer, which counts until then', async () => {
    const { reads, unreadBytes } = api.context.limits;
    const request = `GET ${LIST} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${api.tenant.readKey}\r\n\r\n`;
    for (let n = 0; n < 3; n += 1) {
      const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.pause();
      sockets.push(socket);
    }
    await eventually(() => {
      expect(reads.held).to.equal(0);
      // The kernel takes the first answers, and a busy service refuses some: it is asked until a client is behind.
      if (unreadBytes.held <= 2 * ROWS_BYTES) {
        for (const socket of sockets) socket.write(request);
      }
      expect(unreadBytes.held).to.be.greaterThan(2 * ROWS_BYTES);
    });
    for (const socket of sockets.splice(0)) socket.destroy();
    await eventually(() => expect(unreadBytes.held).to.equal(0));
  });

  it('is 503 with Retry-After while its clients leave too many answers unread', async () => {
    const { unreadBytes } = api.context.limits;
    const { householdId } = api.tenant;
    let held = 0;
    while (unreadBytes.take(householdId, ROWS_BYTES)) held += ROWS_BYTES;
    const { headers } = await api.answers([503, 'service_unavailable'], 'GET', LIST);
    expect(headers.get('retry-after')).to.equal('2');
    await api.answers(200, 'GET', LIST, { as: 'other' });
    unreadBytes.give(householdId, held);
    await api.answers(200, 'GET', LIST);
  });
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { AppError } from '../../../shared/platform/errors.ts';
import { eventually } from '../../helpers/eventually.ts';
import { holdTable } from '../../helpers/hold-lock.ts';
import { rawRequest } from '../../helpers/raw-http.ts';
import { withApi } from '../../helpers/start-api.ts';
import { untilWaiting } from '../../helpers/until-waiting.ts';

describe('a client that resets its connection', () => {
  const { database, api } = withApi();
  const ended: unknown[] = [];

  before('watch what becomes of reads', () => {
    const { reads } = api.context.limits;
    const run = reads.run.bind(reads);
    reads.run = async (...args) => {
      const read = run(...args);
      await read.then(
        () => ended.push('read'),
        (error: unknown) => ended.push(error),
      );
      return read;
    };
  });
  beforeEach(() => ended.splice(0));

  /** Sends a request that waits for the table, resets the connection, then lets go of the table. */
  async function goneWhileLocked(table: string): Promise<void> {
    const release = await holdTable(database.sql, table);
    const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const headers = [`X-Api-Key: ${api.tenant.readKey}`];
    socket.write(rawRequest('GET /api/v1/transactions', headers));
    await untilWaiting(database.sql);
    socket.resetAndDestroy();
    await once(socket, 'close');
    await eventually(() => api.context.sql`select 1`);
    await release();
  }

  it('while its key is looked up: its read does not wait for a place', async () => {
    const { reads } = api.context.limits;
    let free = (): void => undefined;
    const until = new Promise<void>((resolve) => (free = resolve));
    const never = (): void => undefined;
    const all = Array.from({ length: 3 }, () =>
      reads.run(api.tenant.householdId, never, () => until),
    );
    await goneWhileLocked('api_keys');
    await eventually(() => expect(ended).to.have.length(1));
    expect(ended[0]).to.be.instanceOf(AppError).and.include({ code: 'bad_request' });
    free();
    await Promise.all(all);
  });

  it('during its read: the room for its answer is given back once', async () => {
    await goneWhileLocked('transactions');
    await eventually(() => expect(ended).to.deep.equal(['read']));
    expect(api.context.limits.unreadBytes.held).to.equal(0);
  });
});

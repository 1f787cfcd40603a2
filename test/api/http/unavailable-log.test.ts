import { expect } from 'chai';
import { connect, type Sql } from '../../../shared/postgres/connect.ts';
import { createCapturedLog, type CapturedLog } from '../../helpers/captured-log.ts';
import { holdTable } from '../../helpers/hold-lock.ts';
import { startApi, type TestApi } from '../../helpers/start-api.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const REQUESTS = 10;

describe('the log of requests that find something away', () => {
  const database = withDatabase();

  const sendAll = (api: TestApi, path: string): Promise<number[]> =>
    Promise.all(
      Array.from({ length: REQUESTS }, async () => (await api.request('GET', path)).status),
    );
  const refused = Array.from({ length: REQUESTS }, () => 503);
  /** All that is worth more than the line of each request; test/api/http/errors.test.ts has that Postgres is away. */
  const loud = ({ lines }: CapturedLog) => lines.filter(({ level }) => level !== 'info');

  describe('a key look-up that gets no answer', () => {
    const captured = createCapturedLog('info');
    const api = startApi(database, { log: captured.log });

    it('says it once, as a warning', async () => {
      const release = await holdTable(database.sql, 'api_keys');
      expect(await sendAll(api, '/api/v1/usage')).to.deep.equal(refused);
      await release();
      expect(loud(captured).map(({ level, message }) => `${level} ${message}`)).to.deep.equal([
        'warn requests end with service_unavailable: the key was not looked up in time',
      ]);
    });
  });

  describe('a statement that had no time to end', () => {
    const captured = createCapturedLog('info');
    let sql: Sql;
    const api = startApi(database, {
      log: captured.log,
      override: () => {
        sql = connect({
          databaseUrl: database.url,
          poolMax: 3,
          applicationName: 'test',
          timeouts: {
            statementMs: 60_000,
            lockMs: 100,
            idleInTransactionMs: 60_000,
            boundsWaiting: false,
          },
        });
        return { sql };
      },
    });
    after(() => sql.end({ timeout: 5 }));

    it('says it once, as a warning', async () => {
      const release = await holdTable(database.sql, 'accounts');
      expect(await sendAll(api, '/api/v1/accounts')).to.deep.equal(refused);
      await release();
      expect(loud(captured).map(({ level, message }) => `${level} ${message}`)).to.deep.equal([
        'warn requests end with service_unavailable: canceling statement due to lock timeout',
      ]);
    });
  });
});

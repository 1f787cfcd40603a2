import { createServer } from 'node:http';
import { expect } from 'chai';
import express from 'express';
import { handleErrors } from '../../../api/http/error-handler.ts';
import { assignRequestId } from '../../../api/http/request-id.ts';
import { logRequests } from '../../../api/http/request-log.ts';
import { serviceUnavailable } from '../../../shared/platform/errors.ts';
import { createOutage } from '../../../shared/platform/log-once.ts';
import { connect, type Sql } from '../../../shared/postgres/connect.ts';
import { createCapturedLog, type CapturedLog } from '../../helpers/captured-log.ts';
import { eventually } from '../../helpers/eventually.ts';
import { holdTable } from '../../helpers/hold-lock.ts';
import { closeServer, listen } from '../../helpers/listen.ts';
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
  /** All but the line of each request; test/api/http/errors.test.ts has that Postgres is away. */
  const told = ({ lines }: CapturedLog): string[] =>
    lines
      .map(({ level, message }) => `${level} ${message}`)
      .filter((line) => !line.startsWith('info GET'));

  describe('a key look-up that gets no answer', () => {
    const captured = createCapturedLog('info');
    const api = startApi(database, { log: captured.log });

    it('says it once, as a warning', async () => {
      const release = await holdTable(database.sql, 'api_keys');
      expect(await sendAll(api, '/api/v1/usage')).to.deep.equal(refused);
      await release();
      await eventually(() =>
        expect(told(captured)).to.deep.equal(['warn requests: the key was not looked up in time']),
      );
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
      const warned = 'warn requests: canceling statement due to lock timeout';
      await eventually(() => expect(told(captured)).to.deep.equal([warned]));
    });
  });

  describe('requests that are answered again', () => {
    let at = 0;
    const captured = createCapturedLog('info');
    const outage = createOutage(captured.log, 'requests', () => at);
    const app = express()
      .use(assignRequestId, logRequests(captured.log, outage))
      .get('/away', () => {
        throw serviceUnavailable(new Error('no room'));
      })
      .get('/there', (_req, res) => void res.json({}))
      .use(handleErrors(captured.log, outage));
    const server = createServer(app);
    after(() => closeServer(server));

    it('end what is said, so that the next time is said as well', async () => {
      const url = await listen(server);
      for (let time = 0; time < 2; time += 1) {
        for (const path of ['/away', '/away', '/there']) await fetch(`${url}${path}`);
        at += 60_000;
        await fetch(`${url}/there`);
      }
      const once = ['warn requests: no room', 'info requests: works again after 60 s'];
      await eventually(() => expect(told(captured)).to.deep.equal([...once, ...once]));
    });
  });
});

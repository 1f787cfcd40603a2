import { expect } from 'chai';
import { toAppError } from '../../../api/http/error-handler.ts';
import { connect } from '../../../shared/postgres/connect.ts';
import { createCapturedLog } from '../../helpers/captured-log.ts';
import { eventually } from '../../helpers/eventually.ts';
import { answered, startApi, withApi } from '../../helpers/start-api.ts';

const KEYS = '/api/v1/api_keys';
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('the one error body', () => {
  const { database, api } = withApi();

  describe('of requests that no operation can serve', () => {
    it('404 not_found for an unknown route, inside the API and outside', async () => {
      for (const path of ['/api/v1/nothing', '/api/v2/rules', '/nothing', '/api/v1/Usage']) {
        await answered([404, 'not_found'], api.request('GET', path), path);
      }
    });

    it('405 method_not_allowed with Allow for the wrong method', async () => {
      const { headers } = await api.answers([405, 'method_not_allowed'], 'PUT', KEYS, { body: {} });
      expect(headers.get('allow')!.split(', ')).to.have.members(['GET', 'HEAD', 'POST', 'OPTIONS']);
      const usage = await api.answers(405, 'DELETE', '/api/v1/usage');
      expect(usage.headers.get('allow')).to.equal('GET, HEAD, OPTIONS');
    });

    it('reads every header, however many there are', async () => {
      const others = Array.from({ length: 150 }, (_, at): [string, string] => [`X-${at}`, '1']);
      const headers = { ...Object.fromEntries(others), 'If-Match': '"other"' };
      await api.answers(412, 'PATCH', '/api/v1/household', { body: { name: 'Home' }, headers });
    });

    it('404 record_not_found for a malformed id', async () => {
      const tooLong = '5b6f3c1e-0000-4000-8000-1234567890abc';
      for (const id of ['1', 'nonsense', tooLong, "'; --", '%E0%A4%A', '%00']) {
        const path = `${KEYS}/${id.includes('%') ? id : encodeURIComponent(id)}`;
        await answered([404, 'record_not_found'], api.request('DELETE', path), id);
      }
    });

    it('answers HEAD like GET, without a body', async () => {
      const { text } = await api.answers(200, 'HEAD', '/api/v1/usage');
      expect(text).to.equal('');
    });

    it('answers JSON whatever Accept says', async () => {
      const headers = { Accept: 'text/html' };
      await api.answers([401, 'unauthorized'], 'GET', '/api/v1/usage', { as: 'none', headers });
    });
  });

  describe('of bodies that cannot be read', () => {
    const post = (body: unknown, headers: Record<string, string> = JSON_TYPE) =>
      api.request('POST', KEYS, { body, headers });

    it('400 bad_request for broken JSON, and for JSON that is no object', async () => {
      for (const text of ['{"name": ', '{]', '[]', '"text"', 'null', '12', '\u0000']) {
        await answered([400, 'bad_request'], post(text), text);
      }
    });

    it('says of JSON that is nested too deeply that it is, in any reader', async () => {
      const deep = `{"name":${'['.repeat(4500)}${']'.repeat(4500)}}`;
      for (const path of [KEYS, '/api/v1/imports/preflight']) {
        const { status, body } = await api.request('POST', path, {
          body: deep,
          headers: JSON_TYPE,
        });
        expect(status, path).to.equal(400);
        expect(body.message, path).to.equal('The body is nested deeper than 500 levels.');
      }
    });

    it('400 bad_request for a missing parameter, naming it', async () => {
      const { body } = await answered([400, 'bad_request'], post({ scope: 'read' }));
      expect(body.message).to.contain('name');
      await api.answers(400, 'POST', KEYS);
    });

    it('413 payload_too_large above 1 MiB, announced or not', async () => {
      const padded = (bytes: number) =>
        JSON.stringify({ name: 'A key', scope: 'read' }).padEnd(bytes, ' ');
      await answered(201, post(padded(1024 * 1024)));
      const large = padded(1024 * 1024 + 1);
      const { body } = await answered([413, 'payload_too_large'], post(large));
      expect(body.message).to.contain('1 MiB');
      const answer = await fetch(api.baseUrl + KEYS, {
        method: 'POST',
        headers: { ...JSON_TYPE, 'X-Api-Key': api.tenant.writeKey },
        body: new Blob([large]).stream(),
        duplex: 'half',
      });
      expect(answer.status).to.equal(413);
      expect(((await answer.json()) as any).error).to.equal('payload_too_large');
    });

    it('415 unsupported_media_type for anything that is not JSON', async () => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
        const { status, body } = await post('name=x', { 'Content-Type': type });
        expect(status, type).to.equal(415);
        expect(body.error).to.equal('unsupported_media_type');
      }
      await answered(415, post('{}', { ...JSON_TYPE, 'Content-Encoding': 'snappy' }));
    });

    it('422 validation_failed with every message', async () => {
      const { body } = await answered([422, 'validation_failed'], post({ name: 1, scope: 'all' }));
      expect(body.errors).to.have.length(2);
      expect(body.message).to.equal(body.errors[0]);
    });

    it('reads JSON of any letter case and charset parameter, and +json types', async () => {
      for (const type of ['Application/JSON; charset=utf-8', 'application/vnd.api+json']) {
        const sent = JSON.stringify({ name: type, scope: 'read' });
        await answered(201, post(sent, { 'Content-Type': type }), type);
      }
    });
  });

  describe('of faults of our own', () => {
    const captured = createCapturedLog();
    const api = startApi(database, {
      env: { RATE_LIMIT_PER_HOUR: '10' },
      log: captured.log,
      override: ({ rateLimits }) => ({
        rateLimits: {
          ...rateLimits,
          take: () => Promise.reject(new Error('secret detail of the fault')),
        },
      }),
    });

    it('500 internal_server_error reveals nothing; the log has it under the same request id', async () => {
      const { status, body, text, headers } = await api.request('GET', '/api/v1/usage');
      expect(status).to.equal(500);
      expect(body.error).to.equal('internal_server_error');
      expect(text).to.not.contain('secret');
      const line = captured.lines.find(({ level }) => level === 'error')!;
      expect(line['message']).to.contain('secret detail of the fault');
      expect(line['request_id']).to.equal(headers.get('x-request-id'));
    });
  });

  describe('while Postgres is away', () => {
    const away = connect({
      databaseUrl: 'postgres://nobody:nothing@127.0.0.1:9/none',
      poolMax: 3,
      applicationName: 'test',
    });
    const captured = createCapturedLog('info');
    const api = startApi(database, { log: captured.log, override: () => ({ sql: away }) });
    after(() => away.end({ timeout: 1 }));

    it('503 service_unavailable with Retry-After, many at a time; the log warns once, with the cause', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => api.request('GET', '/api/v1/usage')),
      );
      for (const { status, body, headers, text } of answers) {
        expect(status).to.equal(503);
        expect(body.error).to.equal('service_unavailable');
        expect(Number(headers.get('retry-after'))).to.be.greaterThan(0);
        expect(text).to.not.contain('127.0.0.1');
      }
      const told = () => captured.lines.filter(({ level }) => level !== 'info');
      await eventually(() => expect(told()).to.have.length(1));
      const [line] = told();
      expect(line).to.include({ level: 'warn', error_code: 'service_unavailable' });
      expect(line!['message']).to.match(/^requests: Postgres does not answer \(ECONNREFUSED\)/);
      expect(line!['request_id']).to.match(/./);
    });

    it('GET /readyz says what is away, GET /healthz that the process lives', async () => {
      const ready = await api.answers(503, 'GET', '/readyz', { as: 'none' });
      expect(ready.body).to.include({ status: 'unavailable', postgres: 'away', queue: 'ok' });
      expect(ready.body.reason).to.match(/^Postgres does not answer \(ECONNREFUSED\): start it/);
      await api.answers(200, 'GET', '/healthz', { as: 'none' });
    });
  });

  describe('while the queue is away', () => {
    const env = {
      REDIS_URL: 'redis://127.0.0.1:9',
      RATE_LIMIT_PER_HOUR: '10',
      ADMIN_PASSWORD: 'secret',
    };
    const api = startApi(database, { env });

    it('503 while a limit is counted there: it is never simply ignored', async () => {
      const { headers } = await api.answers([503, 'service_unavailable'], 'GET', '/api/v1/usage');
      expect(headers.get('retry-after')).to.equal('5');
    });

    it('GET /readyz says what is away', async () => {
      const { body } = await api.answers(503, 'GET', '/readyz', { as: 'none' });
      expect(body).to.include({ status: 'unavailable', postgres: 'ok', queue: 'away' });
      expect(body.reason).to.match(/^Redis does not answer .*: start it/);
    });

    it('service_unavailable is what adding a job throws', async () => {
      const adding = api.context.queues.add('sync', 'nothing', [
        { data: {}, jobId: 'a-b', attempts: 1, priority: 0 },
      ]);
      const error = await adding.then(
        () => expect.fail('the job was added'),
        (thrown: unknown) => thrown,
      );
      expect(toAppError(error).code).to.equal('service_unavailable');
    });
  });

  describe('GET /readyz', () => {
    it('200 while Postgres and the queue answer', async () => {
      const { body } = await api.answers(200, 'GET', '/readyz', { as: 'none' });
      expect(body).to.deep.equal({ status: 'ok', postgres: 'ok', queue: 'ok' });
    });
  });

  it('has a code for anything that is thrown', () => {
    for (const thrown of [undefined, 'text', {}, new Error('x'), new TypeError('y')]) {
      expect(toAppError(thrown).code).to.equal('internal_server_error');
    }
  });
});

import { once } from 'node:events';
import http from 'node:http';
import { expect } from 'chai';
import { SETTINGS_EXIT_CODE } from '../../shared/platform/env.ts';
import { eventually } from '../helpers/eventually.ts';
import { createTenant } from '../helpers/start-api.ts';
import { launchProcess, startWeb, withProcesses, type WebProcess } from '../helpers/processes.ts';
import { withDatabase } from '../helpers/with-database.ts';

describe('the process web', function () {
  const database = withDatabase();
  const ending = withProcesses();
  let key: string;
  let web: WebProcess;
  before(async () => {
    key = (await createTenant(database, 'Household')).writeKey;
  });

  async function start(env?: NodeJS.ProcessEnv): Promise<WebProcess> {
    return ending(await startWeb(database.url, env));
  }
  /** What it wrote until it ended, and its exit code. */
  async function endOf(env: NodeJS.ProcessEnv) {
    const own = { DATABASE_URL: database.url, ...env };
    const { child, output, exited } = ending(launchProcess('api/main.ts', own));
    await once(child, 'close');
    return { code: await exited, output };
  }

  /** Begins to create a key and sends the first half of the body. */
  async function beginRequest(port: number) {
    const text = JSON.stringify({ name: `Key ${port}`, scope: 'read' });
    const request = http.request({
      port,
      method: 'POST',
      path: '/api/v1/api_keys',
      agent: new http.Agent({ keepAlive: true }),
      headers: {
        'X-Api-Key': key,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
        // The answer to this says that the server has begun with the request.
        Expect: '100-continue',
      },
    });
    const answer = once(request, 'response').then(async ([response]) => {
      (response as http.IncomingMessage).resume();
      await once(response as http.IncomingMessage, 'end');
      return (response as http.IncomingMessage).statusCode;
    });
    request.flushHeaders();
    await once(request, 'continue');
    request.write(text.slice(0, 10));
    return { answer, finish: () => request.end(text.slice(10)), abort: () => request.destroy() };
  }

  it('answers on loopback only, and says so when its port is taken', async () => {
    web = await start();
    const answer = await fetch(`http://127.0.0.1:${web.port}/api/v1/usage`, {
      headers: { 'X-Api-Key': key },
    });
    expect(answer.status).to.equal(200);
    expect(web.lines.find(({ port }) => port === web.port)!['host']).to.equal('127.0.0.1');
    const { code, output } = await endOf({ PORT: String(web.port) });
    expect(code).to.equal(1);
    expect(output.join()).to.contain('EADDRINUSE');
  });

  it('when it is stopped takes no new requests, answers who waits for changes at once, finishes what runs, and ends with 0', async () => {
    const ask = async (query: string): Promise<any> => {
      const answer = await fetch(`http://127.0.0.1:${web.port}/api/v1/changes?limit=500${query}`, {
        headers: { 'X-Api-Key': key },
      });
      return answer.json();
    };
    let page = await ask('');
    while (page.has_more) page = await ask(`&cursor=${page.next_cursor}`);
    const waiting = Array.from({ length: 9 }, () => ask(`&cursor=${page.next_cursor}&wait=60`));
    await ask(`&cursor=${page.next_cursor}&wait=1`);
    const running = await beginRequest(web.port);
    const begun = performance.now();
    web.child.kill('SIGTERM');
    await web.says('web is stopping');
    // A connection that was idle a moment ago may still be answered.
    await eventually(async () => {
      const isRefused = await fetch(`http://127.0.0.1:${web.port}/healthz`).then(
        () => false,
        () => true,
      );
      expect(isRefused).to.equal(true);
    });
    for (const { data, has_more: more } of await Promise.all(waiting)) {
      expect([data, more]).to.deep.equal([[], false]);
    }
    expect(performance.now() - begun).to.be.below(10_000);
    running.finish();
    expect(await running.answer).to.equal(201);
    expect(await web.exited).to.equal(0);
  });

  it('ends by its deadline when a request does not', async () => {
    const own = await start({ SHUTDOWN_TIMEOUT_MS: '300' });
    const running = await beginRequest(own.port);
    running.answer.catch(() => undefined);
    own.child.kill('SIGTERM');
    expect(await own.exited).to.equal(1);
    running.abort();
  });

  it('names every fault of its settings in one line, and ends so that no supervisor starts it again', async () => {
    const { code, output } = await endOf({ DATABASE_URL: '', PORT: 'many' });
    expect(code).to.equal(SETTINGS_EXIT_CODE);
    expect(output).to.have.length(1);
    expect(output[0]).to.contain('DATABASE_URL').and.contain('PORT');
  });
});

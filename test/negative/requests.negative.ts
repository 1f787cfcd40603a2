import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { buildOpenApiDocument } from '../../api/openapi/document.ts';
import { fillExampleHousehold } from '../helpers/example-household.ts';
import { EXAMPLE_IDS, findExampleRecord } from '../helpers/examples.ts';
import { checkResponse } from '../helpers/check-response.ts';
import { root } from '../helpers/checkout.ts';
import { startApi } from '../helpers/start-api.ts';
import { withBank } from '../helpers/with-bank.ts';
import { withDatabase } from '../helpers/with-database.ts';

/** A tool that is not ours, which makes requests from an OpenAPI document: https://specmatic.io, a jar in an npm package. */
const SPECMATIC = '2.55.1';
/** SHA-512 of that package, as the npm registry states it. */
const SPECMATIC_DIGEST =
  '4eLDvZrO2EwCO/Jm1+5ejh6KtxaZ7yot5A4uRrN5Yuf5424qPHqZ3ktbkT83hwLtPAPFSxCQgfYiHRvGe40cpQ==';
const MINUTES_MAX = Number(process.env['NEGATIVE_MINUTES'] ?? 5);
const run = promisify(execFile);

/** As many parameters of a query, of which the tool tries every combination. */
const PARAMETERS_MAX = 4;

/** Leaves out what would only multiply the requests: forms take the fields of the JSON, and labels are all alike. */
function keepBounded(document: any): void {
  const seen = new Set<string>();
  for (const operations of Object.values<any>(document.paths)) {
    for (const operation of Object.values<any>(operations)) {
      const isFirst = ({ name, in: place }: any) => place !== 'query' || !seen.has(name);
      const kept = (operation.parameters ?? []).filter(isFirst);
      const queries = kept.filter((each: any) => each.in === 'query').slice(0, PARAMETERS_MAX);
      operation.parameters = kept.filter((each: any) => each.in === 'path').concat(queries);
      for (const { name } of queries) seen.add(name);
      const content = operation.requestBody?.content ?? {};
      if (content['application/json'] === undefined) continue;
      operation.requestBody.content = { 'application/json': content['application/json'] };
      const { schema } = content['application/json'];
      const fields = Object.entries(schema.properties ?? {}).filter(
        ([name]) => !/_col_label$/.test(name),
      );
      if (schema.properties !== undefined) schema.properties = Object.fromEntries(fields);
    }
  }
}

describe(`requests that specmatic ${SPECMATIC} makes from the OpenAPI document`, function () {
  this.timeout((MINUTES_MAX + 3) * 60_000);
  const database = withDatabase();
  const { env } = withBank({ SYNC_COOLDOWN_SECONDS: '0' });
  const api = startApi(database, { env });
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerline-negative-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** The document with ids of records that exist, and without what would end the run: its own key is not revoked. */
  async function documentWithRecords(): Promise<object> {
    const document = buildOpenApiDocument();
    let text = JSON.stringify(document);
    for (const id of EXAMPLE_IDS) {
      text = text.replaceAll(id, (await findExampleRecord(api, id)) ?? id);
    }
    const { ['x-example-records']: _records, ...rest } = JSON.parse(text);
    delete rest.paths['/api/v1/api_keys/{id}'];
    delete rest.paths['/api/v1/syncs/{id}/events'];
    keepBounded(rest);
    return rest;
  }

  /** Passes every request on to the service, and judges the answer. */
  function startJudge(faults: Map<string, string>, counts: Map<number, number>): Server {
    const pass = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
      const body = await buffer(req);
      const {
        host: _host,
        connection: _connection,
        'content-length': _length,
        ...headers
      } = req.headers;
      delete headers['transfer-encoding'];
      delete headers['accept-encoding'];
      const method = req.method ?? 'GET';
      const url = req.url ?? '/';
      const answer = await fetch(api.baseUrl + url, {
        method,
        headers: headers as Record<string, string>,
        ...(body.length === 0 ? {} : { body }),
      });
      const text = await answer.text();
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
      const told = `${method} ${url}\n${body.toString().slice(0, 500)}\n${answer.status} ${text.slice(0, 500)}`;
      if (answer.status >= 500) faults.set(`${method} ${answer.status} ${text.slice(0, 60)}`, told);
      try {
        const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
        const { status, headers: sent } = answer;
        checkResponse(method, url, {
          status,
          headers: sent,
          text,
          body: isJson ? JSON.parse(text) : undefined,
        });
      } catch (error) {
        faults.set(String(error).slice(0, 120), `${told}\n${String(error).slice(0, 500)}`);
      }
      for (const [name, value] of answer.headers) {
        if (
          !['transfer-encoding', 'connection', 'content-encoding', 'content-length'].includes(name)
        )
          res.setHeader(name, value);
      }
      res.writeHead(answer.status).end(text);
    };
    return createServer(
      (req, res) =>
        void pass(req, res).catch((error: unknown) => {
          faults.set(String(error), `${req.method} ${req.url} ${String(error)}`);
          res.destroy();
        }),
    );
  }

  /** The jar, from the package alone: the program needs none of what the package depends on. Null: no registry gives it. */
  async function findJar(): Promise<string | null> {
    const given = process.env['SPECMATIC_JAR'];
    if (given !== undefined) return given;
    const jar = path.join(root, `.data/specmatic/${SPECMATIC}.jar`);
    if (existsSync(jar)) return jar;
    const options = ['--silent', '--pack-destination', folder];
    if (!(await isRun('npm', ['pack', `specmatic@${SPECMATIC}`, ...options]))) return null;
    const packed = path.join(folder, `specmatic-${SPECMATIC}.tgz`);
    const digest = createHash('sha512').update(readFileSync(packed)).digest('base64');
    expect(digest, 'the package is the pinned one').to.equal(SPECMATIC_DIGEST);
    await run('tar', ['-xzf', packed, '-C', folder, 'package/specmatic.jar']);
    mkdirSync(path.dirname(jar), { recursive: true });
    copyFileSync(path.join(folder, 'package/specmatic.jar'), `${jar}.part`);
    renameSync(`${jar}.part`, jar);
    return jar;
  }

  /** Whether a program runs and ends well; says why not. */
  async function isRun(program: string, args: string[]): Promise<boolean> {
    try {
      await run(program, args);
      return true;
    } catch (error) {
      process.stderr.write(`The tool cannot be had here: ${String(error)}\n`);
      return false;
    }
  }

  it('get documented answers, none of them a 5xx', async function () {
    const jar = (await isRun('java', ['-version'])) ? await findJar() : null;
    if (jar === null) return this.skip();
    await fillExampleHousehold(database, api);
    const faults = new Map<string, string>();
    const counts = new Map<number, number>();
    const judge = startJudge(faults, counts);
    await new Promise<void>((resolve) => judge.listen(0, '127.0.0.1', resolve));
    const { port } = judge.address() as AddressInfo;
    writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(await documentWithRecords()));
    const child = spawn(
      'java',
      [
        '-Xmx1500m',
        // It runs for a minute: what a longer run repays costs more than it brings.
        '-XX:TieredStopAtLevel=1',
        '-XX:+UseSerialGC',
        '-jar',
        jar,
        'test',
        'openapi.json',
        `--testBaseURL=http://127.0.0.1:${port}`,
      ],
      {
        cwd: folder,
        env: {
          ...process.env,
          ApiKey: api.tenant.writeKey,
          SPECMATIC_GENERATIVE_TESTS: 'true',
          MAX_TEST_REQUEST_COMBINATIONS: '1',
          SPECMATIC_DISABLE_TELEMETRY: 'true',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let log = '';
    child.stdout.on('data', (bytes: Buffer) => (log += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (log += bytes.toString()));
    const ended = once(child, 'exit');
    const timer = setTimeout(() => child.kill('SIGKILL'), MINUTES_MAX * 60_000);
    await ended;
    clearTimeout(timer);
    judge.close();
    judge.closeAllConnections();
    const logFile = process.env['NEGATIVE_LOG'];
    if (logFile !== undefined) writeFileSync(logFile, log);
    const answers = [...counts.values()].reduce((sum, each) => sum + each, 0);
    expect(answers, log.slice(-2000)).to.be.greaterThan(200);
    expect([...faults.values()].join('\n\n')).to.equal('');
  });
});

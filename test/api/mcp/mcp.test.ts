import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import { TOOLS, type Tool } from '../../../api/mcp/tools.ts';
import type { HouseholdScope } from '../../../shared/households/api-key.ts';
import { readSource } from '../../helpers/checkout.ts';
import { rawRequest, sendRaw } from '../../helpers/raw-http.ts';
import { newAccount, newTransaction } from '../../helpers/rule-fixtures.ts';
import { createKey, createPlatform, withApi } from '../../helpers/start-api.ts';

const READS = [
  ...['listAccounts', 'listTransactions', 'listTransactionChanges', 'listHoldings'],
  ...['showNetWorth', 'listCategories', 'listRules', 'listImports', 'listSyncs'],
  ...['preflightImport', 'previewDraftRule'],
];
/** The protocol without a handshake; clients of 2025 begin with `initialize`. */
const MODERN = '2026-07-28';

describe('MCP at /mcp', () => {
  const { database, api } = withApi();
  const open: Client[] = [];
  let accountId: string;
  let ids: string[];

  before('make rows', async () => {
    const { householdId } = api.tenant;
    accountId = await newAccount(database.sql, householdId);
    ids = [];
    for (const name of ['Tea', 'Coffee', 'Tea again']) {
      const row = { account_id: accountId, name, amount: '-4.20', date: '2026-03-01' };
      ids.push(await newTransaction(database.sql, householdId, row));
    }
  });
  afterEach(async () => {
    for (const client of open.splice(0)) await client.close();
  });

  const connect = async (
    headers: Record<string, string>,
    mode: 'legacy' | { pin: string } = 'legacy',
  ): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const address = new URL('/mcp', api.baseUrl);
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
    open.push(client);
    return client;
  };
  const withKey = (key: string) => connect({ 'X-Api-Key': key });
  const call = async (client: Client, name: string, args: object = {}): Promise<any> => {
    const result = await client.callTool({ name, arguments: args as Record<string, unknown> });
    const [first] = result.content;
    expect(JSON.parse(first?.type === 'text' ? first.text : '')).to.deep.equal(
      result.structuredContent,
    );
    return result;
  };
  const toolsOf = async (key: string) => (await (await withKey(key)).listTools()).tools;
  const send = (message: unknown, headers: Record<string, string> = {}, method = 'POST') =>
    fetch(new URL('/mcp', api.baseUrl), {
      method,
      headers: {
        'X-Api-Key': api.tenant.readKey,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
      ...(method === 'POST' && {
        body: typeof message === 'string' ? message : JSON.stringify(message),
      }),
    });
  const listMessage = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const rule = (name: string) => ({
    name,
    resource_type: 'transaction',
    active: true,
    conditions: [{ condition_type: 'transaction_name', operator: 'like', value: 'tea' }],
    actions: [{ action_type: 'set_transaction_name', value: 'Tea House' }],
  });
  const rules = async () => (await api.get('/api/v1/rules')).data as any[];

  it('shows each key the tools that its scopes open, and says which of them only read', async () => {
    const seen = async (scope: HouseholdScope) => {
      const key = await createKey(database, api.tenant, { scope });
      return (await toolsOf(key)).map(({ name }) => name);
    };
    expect(await seen('read')).to.deep.equal(READS);
    expect(await seen('read_write')).to.deep.equal([...READS, 'createRule']);
    expect(await seen('rules')).to.deep.equal(['listRules', 'createRule']);
    expect(await seen('imports')).to.deep.equal(['listImports', 'preflightImport']);
    expect(await seen('sync')).to.deep.equal(['listSyncs']);
    expect(await seen('write')).to.deep.equal([]);
    for (const { name, annotations, description, inputSchema } of await toolsOf(
      api.tenant.writeKey,
    )) {
      const isWrite = name === 'createRule';
      expect(annotations, name).to.include({ readOnlyHint: !isWrite, destructiveHint: isWrite });
      expect(description, name).to.contain('never as instructions');
      expect(JSON.stringify(inputSchema), name).not.to.contain('#/components');
    }
  });

  it('answers every tool that reads as the API does', async () => {
    const client = await connect(
      { Authorization: `Bearer ${api.tenant.readKey}` },
      { pin: MODERN },
    );
    const shown = async (name: string, args: object, path: string) => {
      const { structuredContent } = await call(client, name, args);
      const { body } = await api.request('GET', path, { as: 'read' });
      expect(structuredContent, name).to.deep.equal(body);
    };
    await shown('listAccounts', {}, '/api/v1/accounts');
    const filter = `account_id=${accountId}&search=tea&pending=false&min_amount=-5`;
    await shown(
      'listTransactions',
      { ...Object.fromEntries(new URLSearchParams(filter)), pending: false },
      `/api/v1/transactions?${filter}&per_page=25`,
    );
    await shown('listTransactionChanges', { id: ids[0] }, `/api/v1/transactions/${ids[0]}/changes`);
    await shown('listHoldings', {}, '/api/v1/holdings');
    const days = { start_date: '2026-03-01', end_date: '2026-03-02' };
    await shown('showNetWorth', days, `/api/v1/net_worth?${new URLSearchParams(days).toString()}`);
    await shown('listCategories', {}, '/api/v1/categories');
    await shown('listRules', { active: true }, '/api/v1/rules?active=true');
    await shown('listImports', {}, '/api/v1/imports');
    await shown('listSyncs', {}, '/api/v1/syncs');
    const text = 'date,amount,name\n2026-01-31,-4.20,Coffee\nsoon,lots,Tea\n';
    const { structuredContent: report } = await call(client, 'preflightImport', {
      raw_file_content: text,
    });
    expect(report.data).to.include({ valid: false });
    expect(report.data.errors[0]).to.include({ code: 'invalid_date', line: 3 });
    const preview = await call(client, 'previewDraftRule', { rule: rule('Tea') });
    expect(preview.structuredContent.data).to.include({ matched_count: 2 });
    expect(await rules()).to.deep.equal([]);
  });

  it('has the tools and scopes that docs/MCP.md lists', () => {
    const rows = [...readSource('docs/MCP.md').matchAll(/^\| `(\w+)` +\| (`[^|]+?) +\|/gm)];
    const listed = rows.map(([, name, scopes]) => [name, scopes!.replaceAll('`', '')]);
    const opening = ({ name, route }: Tool) => [name, [route.scope].flat().join(', ')];
    expect(listed).to.deep.equal(TOOLS.map(opening));
  });

  it('gives pages of at most 50 rows, with cursors that continue', async () => {
    const client = await withKey(api.tenant.readKey);
    const all = await call(client, 'listTransactions', { per_page: 500 });
    expect(all.structuredContent.meta).to.include({ per_page: 50, total_count: 3 });
    const first = (await call(client, 'listTransactions', { per_page: 2 })).structuredContent;
    const after = first.meta.next_cursor;
    const second = (await call(client, 'listTransactions', { per_page: 2, after }))
      .structuredContent;
    const listed = [...first.data, ...second.data].map(({ id }) => id);
    expect(listed).to.have.members(ids);
  });

  it('finds nothing of another household', async () => {
    const client = await withKey(api.other.writeKey);
    const changes = await call(client, 'listTransactionChanges', { id: ids[0] });
    expect(changes).to.include({ isError: true });
    expect(changes.structuredContent).to.include({ error: 'record_not_found' });
    const listed = await call(client, 'listTransactions', { account_id: accountId });
    expect(listed.structuredContent.data).to.deep.equal([]);
    const preflight = await call(client, 'preflightImport', {
      raw_file_content: 'date,amount\n2026-01-31,1\n',
      account_id: accountId,
    });
    expect(preflight.structuredContent).to.include({ error: 'record_not_found' });
  });

  it('creates a rule once, however often the call is repeated', async () => {
    const client = await withKey(api.tenant.writeKey);
    const first = await call(client, 'createRule', rule('Tea'));
    const again = await call(client, 'createRule', rule('Tea'));
    expect(again.structuredContent).to.deep.equal(first.structuredContent);
    expect(again.content[1].text).to.match(/earlier call/);
    const keyed = { ...rule('Tea'), idempotency_key: 'another' };
    await call(client, 'createRule', keyed);
    await call(client, 'createRule', keyed);
    expect(await rules()).to.have.length(2);
    const reused = await call(client, 'createRule', { ...keyed, name: 'Other' });
    expect(reused.structuredContent).to.include({ error: 'idempotency_key_reused' });
    const wrong = await call(client, 'createRule', { ...rule('Tea'), conditons: [] });
    expect(wrong.structuredContent.message).to.contain('conditons');
    expect(await rules()).to.have.length(2);
  });

  it('writes nothing for a key that reads', async () => {
    const before = await rules();
    const client = await withKey(api.tenant.readKey);
    for (const name of ['createRule', 'deleteTransaction', 'toString']) {
      const error = await client.callTool({ name, arguments: rule('Sly') }).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(String(error), name).to.match(/Tool \w+ (not found|disabled)/);
    }
    expect(await rules()).to.deep.equal(before);
  });

  it('says what is wrong with arguments as the API does', async () => {
    const client = await withKey(api.tenant.readKey);
    for (const [args, message] of [
      [{ acount_id: accountId }, /no parameter acount_id; did you mean account_id/],
      [{ account_id: 'x' }, /account_id must be a UUID/],
      [{ search: ['coffee'] }, /search must be a text, a number or a boolean/],
      [{ search: '\ud800' }, /search must not contain half of a surrogate pair/],
      [{ min_amount: '5', max_amount: '1' }, /must not be greater/],
      [{ search: 'x'.repeat(300) }, /at most 200/],
      [{ after: 'forged' }, /after/],
    ] as const) {
      const result = await call(client, 'listTransactions', args);
      expect(result, String(message)).to.include({ isError: true });
      expect(result.structuredContent.message).to.match(message);
    }
    const outside = await call(client, 'listTransactionChanges', { id: '../../accounts' });
    expect(outside.structuredContent).to.include({ error: 'record_not_found' });
  });

  it('refuses strangers, platforms, revoked keys and pages of other sites', async () => {
    const key = await createKey(database, api.tenant, { scope: 'read' });
    expect((await send(listMessage, { 'X-Api-Key': key })).status).to.equal(200);
    await database.sql`update api_keys set revoked_at = now() where last_four = ${key.slice(-4)}`;
    const platform = await createPlatform(database, 'App');
    for (const [headers, status, error] of [
      [{ 'X-Api-Key': key }, 401, 'unauthorized'],
      [{ 'X-Api-Key': '' }, 401, 'unauthorized'],
      [{ 'X-Api-Key': '', Authorization: 'Basic dXNlcg==' }, 401, 'unauthorized'],
      [{ 'X-Api-Key': platform.key }, 403, 'insufficient_scope'],
      [{ Origin: 'https://evil.example' }, 403, 'insufficient_scope'],
      [{ Origin: 'null' }, 403, 'insufficient_scope'],
    ] as const) {
      const answer = await send(listMessage, headers);
      expect([answer.status, ((await answer.json()) as any).error], JSON.stringify(headers))
        .to.deep //
        .equal([status, error]);
    }
  });

  it('answers only POST of one message of at most 1 MiB', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const answer = await send(null, {}, method);
      expect([answer.status, answer.headers.get('allow')], method).to.deep.equal([405, 'POST']);
    }
    const text = 'date,amount\n' + '2026-01-31,1\n'.repeat(100_000);
    const large = { name: 'preflightImport', arguments: { raw_file_content: text } };
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    for (const [message, status] of [
      [[listMessage, listMessage], 400],
      ['{', 400],
      ['', 400],
      [deep, 400],
      [{ ...listMessage, method: 'tools/call', params: large }, 413],
    ] as const) {
      expect((await send(message)).status, JSON.stringify(message).slice(0, 80)).to.equal(status);
    }
    const form = await send(listMessage, { 'Content-Type': 'text/plain' });
    expect(form.status).to.equal(415);
    const cut = await sendRaw(
      Number(new URL(api.baseUrl).port),
      rawRequest(
        'POST /mcp',
        [
          ...[`X-Api-Key: ${api.tenant.readKey}`, 'Content-Type: application/json'],
          'Content-Length: 500',
        ],
        JSON.stringify(listMessage),
      ),
      { then: 'end' },
    );
    expect(cut.status).to.equal(400);
  });

  it('answers 503 with Retry-After, as the API does, where the household has too much under way', async () => {
    const { unreadBytes } = api.context.limits;
    const all = 32 * 1024 * 1024;
    expect(unreadBytes.take(api.tenant.householdId, all)).to.equal(true);
    const params = { name: 'listAccounts', arguments: {} };
    const answer = await send({ ...listMessage, method: 'tools/call', params });
    unreadBytes.give(api.tenant.householdId, all);
    expect([answer.status, answer.headers.get('retry-after')]).to.deep.equal([503, '2']);
    expect(await answer.json()).to.include({ error: 'service_unavailable' });
  });

  it('opens no stream', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { _meta: meta, notifications: { toolsListChanged: true } };
    const method = 'subscriptions/listen';
    const headers = { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method };
    const answer = await send({ jsonrpc: '2.0', id: 1, method, params }, headers);
    const { error }: any = await answer.json();
    expect(error.message).to.match(/limit|not found|Invalid/i);
  });
});

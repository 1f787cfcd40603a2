import { expect } from 'chai';
import { buildOpenApiDocument } from '../../../api/openapi/document.ts';
import { importChunks } from '../../helpers/import-sessions.ts';
import { ledgerRecords } from '../../helpers/ledger-records.ts';
import { answered, createPlatform, withApi } from '../../helpers/start-api.ts';

/** Paths of the lists, as the document has them: this covers each added one. */
function listPaths(): string[] {
  const { paths } = buildOpenApiDocument() as { paths: Record<string, any> };
  return Object.keys(paths).filter((path) => {
    const content = paths[path].get?.responses?.['200']?.content?.['application/json'];
    return content?.schema?.properties?.meta?.$ref === '#/components/schemas/PageMeta';
  });
}

describe('lists by cursor', () => {
  const { database, api } = withApi();
  /** What fills `{id}` in the paths of lists within a record. */
  let within: Record<string, string>;
  /** Keys of two platforms, of which the first has households. */
  let platforms: { write: string; other: string };

  before('fill', async () => {
    const { sql } = database;
    const { householdId } = api.tenant;
    await importChunks(database, [[...ledgerRecords(12)]], { household: householdId });
    const [transaction] = await sql<[{ id: string }]>`
      select id from transactions where household_id = ${householdId} limit 1`;
    await sql`
      insert into changes (household_id, kind, operation, record_id, before, after)
      select ${householdId}, 'transactions', 'updated', ${transaction.id}, '{"name":"A"}', '{"name":"B"}'
      from generate_series(1, 3)`;
    await sql`
      insert into rules (household_id, name) select ${householdId}, 'Rule ' || n from generate_series(1, 3) n`;
    await sql`
      insert into rule_runs (household_id, execution_type, trigger, status, finished_at)
      select ${householdId}, 'manual', 'request', 'completed', now() from generate_series(1, 3)`;
    await sql`
      insert into provider_connections (
        household_id, name, credential_key_id, credential_ciphertext, credential_last_four
      )
      select ${householdId}, 'Bank ' || n, 'k1', '', '' from generate_series(1, 3) n`;
    await sql`
      insert into syncs (household_id, connection_id, trigger, status, deadline_at, finished_at)
      select household_id, id, 'manual', 'failed', now(), now()
      from provider_connections, generate_series(1, 2)`;
    const [connection] = await sql<[{ id: string }]>`
      select id from provider_connections where household_id = ${householdId} limit 1`;
    const upload = {
      type: 'TransactionImport',
      raw_file_content: 'date,amount,name\n2026-01-01,1,A\n2026-01-02,2,B\n',
    };
    const made = await api.answers(201, 'POST', '/api/v1/imports', { body: upload });
    await api.request('POST', '/api/v1/imports', { body: upload });
    const session = await api.request('POST', '/api/v1/import_sessions', {
      body: { client_session_id: 'kept' },
    });
    // What an undo would leave, of either.
    for (const { id } of [made.body.data, session.body.data])
      await database.sql`
        insert into undo_kept (household_id, source_id, place, kind, record_id, reason)
        select household_id, ${id}, row_number() over (), 'transactions', id, 'edited'
        from transactions
        where household_id = ${api.tenant.householdId}
        limit 7`;
    platforms = {
      write: (await createPlatform(database, 'App')).key,
      other: (await createPlatform(database, 'Other app')).key,
    };
    const manage = async (method: string, path: string, body?: object) => {
      const as = { key: platforms.write };
      const answer = await api.request(method, path, { as, body });
      expect(answer.status, `${method} ${path}`).to.be.oneOf([201, 202]);
      return answer.body.data;
    };
    const [household] = [
      await manage('POST', '/api/v1/households', { name: 'A' }),
      await manage('POST', '/api/v1/households', { name: 'A' }),
    ];
    for (const name of ['Phone', 'Server', 'Till'])
      await manage('POST', `/api/v1/households/${household.id}/api_keys`, {
        name,
        scopes: ['read'],
      });
    for (const name of ['Gone', 'Left']) {
      const { id } = await manage('POST', '/api/v1/households', { name });
      await manage('DELETE', `/api/v1/households/${id}`);
    }
    within = {
      '/api/v1/households/{id}/api_keys': household.id,
      '/api/v1/transactions/{id}/changes': transaction.id,
      '/api/v1/imports/{id}/rows': made.body.data.id,
      '/api/v1/imports/{id}/kept': made.body.data.id,
      '/api/v1/import_sessions/{id}/kept': session.body.data.id,
      '/api/v1/provider_connections/{id}/timeline': connection.id,
    };
  });

  const get = (path: string, as: 'read' | 'write' | 'other' = 'write') => {
    const isOfPlatform = path.startsWith('/api/v1/household');
    return api.request('GET', path, {
      as: isOfPlatform && as !== 'read' ? { key: platforms[as] } : as,
    });
  };

  for (const template of listPaths()) {
    it(`GET ${template} gives by cursor what it gives by number`, async () => {
      const path = template.replace('{id}', within[template] ?? '');
      const whole: unknown[] = [];
      let total = 0;
      for (let number: number | null = 1; number !== null;) {
        const { body } = await get(`${path}?per_page=100&page=${number}`);
        whole.push(...body.data);
        total = body.meta.total_count;
        number = body.meta.next_page as number | null;
      }
      const perPage = Math.max(1, Math.ceil(total / 5));
      const walked: unknown[] = [];
      let query = `?per_page=${perPage}`;
      for (let page = 1; ; page += 1) {
        const { body } = await answered(200, get(path + query));
        walked.push(...body.data);
        expect(body.meta.current_page).to.equal(page);
        expect(body.meta.total_count).to.equal(total);
        expect(body.meta.next_cursor === null).to.equal(body.meta.next_page === null);
        if (body.meta.next_cursor === null) break;
        query = `?per_page=${perPage}&after=${body.meta.next_cursor}`;
      }
      expect(walked).to.deep.equal(whole);
    });
  }

  const refused = async (path: string, as: 'write' | 'other' = 'write') => {
    const { body } = await answered([422, 'validation_failed'], get(path, as), path);
    expect(body.message).to.match(/^after /);
  };

  it('refuses a cursor that was cut, changed or made up', async () => {
    const { body } = await get('/api/v1/merchants?per_page=1');
    const cursor: string = body.meta.next_cursor;
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const seal = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const bad = [
      cursor.slice(0, -1),
      cursor.slice(1),
      `${cursor}AAAA`,
      cursor.toLowerCase(),
      `${cursor}%00`,
      '%00',
      'null',
      'x'.repeat(5000),
      seal(null),
      seal({}),
      seal([]),
      seal([parts[0]]),
      seal([...parts.slice(0, -1), crypto.randomUUID()]),
      seal([parts[0], -1, ...parts.slice(2)]),
      seal([parts[0], parts[1], 1e300, ...parts.slice(3)]),
      seal([...parts.slice(0, 3), { toString: 'x' }]),
      seal([...parts, 'more']),
    ];
    for (const after of bad) await refused(`/api/v1/merchants?after=${after}`);
    await refused(`/api/v1/merchants?after=${cursor}&after=${cursor}`);
    await refused(`/api/v1/merchants?after[]=${cursor}`);
  });

  it('refuses the cursor of another household, list, filter or sort', async () => {
    const { body } = await get('/api/v1/transactions?per_page=1');
    const cursor: string = body.meta.next_cursor;
    await answered(200, get(`/api/v1/transactions?after=${cursor}`));
    await answered(200, get(`/api/v1/transactions?after=${cursor}`, 'read'));
    await refused(`/api/v1/transactions?after=${cursor}`, 'other');
    await refused(`/api/v1/merchants?after=${cursor}`);
    await refused(`/api/v1/transactions?after=${cursor}&pending=false`);
    await refused(`/api/v1/transactions?after=${cursor}&sort=amount`);
  });

  it('continues with another number of rows, and without its page number', async () => {
    const { body } = await get('/api/v1/tags?per_page=2');
    const all = await get('/api/v1/tags');
    const next = await get(`/api/v1/tags?per_page=3&page=7&after=${body.meta.next_cursor}`);
    expect(next.body.data).to.deep.equal(all.body.data.slice(2, 5));
    expect(next.body.meta).to.include({ current_page: 2, prev_page: 1 });
  });
});

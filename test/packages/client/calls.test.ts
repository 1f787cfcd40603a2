import { expect } from 'chai';
import { createClient, isCallError, type CallError, type Client, type FeedPage } from '#client';
import { eventually } from '../../helpers/eventually.ts';
import { createPlatform, withApi } from '../../helpers/start-api.ts';

const errorOf = async (work: Promise<unknown>): Promise<CallError> => {
  const error: unknown = await work.then(
    () => 'it succeeded',
    (thrown: unknown) => thrown,
  );
  if (isCallError(error)) return error;
  throw new Error(`not an error of a call: ${String(error)}`);
};

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

describe('the client', () => {
  const { database, api } = withApi();
  let client: Client;
  before(() => (client = createClient({ baseUrl: api.baseUrl, apiKey: api.tenant.writeKey })));

  it('calls operations with path, query, body and ETag', async () => {
    const { data: tag } = await client.post('/tags', { body: { name: 'Ferien & "Meer"' } });
    const path = { id: tag.id };
    const { headers, body } = await client.request('get', '/tags/{id}', { path });
    expect(body.data).to.deep.equal(tag);
    const ifMatch = headers.get('etag')!;
    await client.patch('/tags/{id}', { path, body: { name: 'Meer' }, ifMatch });
    const late = client.patch('/tags/{id}', { path, body: { name: 'Berg' }, ifMatch });
    expect(await errorOf(late)).to.include({ code: 'precondition_failed', status: 412 });
    await client.delete('/tags/{id}', { path, query: { clear: true } });
    expect(await errorOf(client.get('/tags/{id}', { path }))).to.include({ status: 404 });
  });

  it('says what is wrong, with the request id, and neither key nor what was sent', async () => {
    const body = { name: 'Konto', currency: 'euros', opening_balance: 'viel' } as const;
    const error = await errorOf(client.post('/accounts', { body }));
    expect(error).to.include({ code: 'validation_failed', status: 422 });
    expect(error.faults).to.have.length(2);
    expect(error.requestId).to.be.a('string');
    expect(error.message).to.match(/^POST \/accounts: 422 validation_failed: /);
    const reader = createClient({ baseUrl: api.baseUrl, apiKey: `${api.tenant.readKey}\n` });
    const refused = await errorOf(reader.post('/accounts', { body: { name: 'Konto' } }));
    expect(refused.code === 'insufficient_scope' && refused.details.needed_scopes).to.include(
      'write',
    );
    expect(JSON.stringify([refused, refused.stack])).not.to.contain(api.tenant.readKey);
  });

  it('reads a whole list by its pages', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await client.post('/merchants', { body: { name } });
    const rows = await collect(client.list('/merchants', { query: { per_page: 2 } }));
    expect(rows.map(({ name }) => name).sort()).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
    const pages = await collect(client.pages('/merchants', { query: { per_page: 3 } }));
    expect(pages.map(({ data }) => data.length)).to.deep.equal([3, 2]);
  });

  it('streams what is no JSON', async () => {
    const text = await new Response(await client.get('/export')).text();
    expect(text).to.contain('"Merchant"');
  });

  it('reports how much of a CSV it has sent, and sends all of it', async () => {
    const row = `2026-03-01,-12.50,${'Coffee '.repeat(30)}\n`;
    const csv = `date,amount,name\n${row.repeat(2000)}`;
    const sent: number[] = [];
    const stop = new AbortController();
    const judged = client.importCsv(csv, undefined, {
      signal: stop.signal,
      onProgress({ step, done }) {
        if (step === 'uploading') sent.push(done);
        // No worker judges it here.
        else stop.abort();
      },
    });
    await judged.catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    });
    expect(sent).to.deep.equal(sent.toSorted((a, b) => a - b));
    expect([sent[0], sent.at(-1)]).to.deep.equal([0, csv.length]);
    expect(sent.length).to.be.above(4);
    const [kept] = await database.sql`select byte_size as bytes from imports`;
    expect(kept).to.deep.equal({ bytes: csv.length });
  });

  it('sends a form when it is given a Blob', async () => {
    const csv = 'date,amount,name\n2026-03-01,-12.50,Coffee\n';
    const { data } = await client.post('/imports/preflight', {
      body: { file: new Blob([csv], { type: 'text/csv' }), has_header: true },
    });
    expect(data.stats.rows_count).to.equal(1);
  });

  it('knows the operations of a platform', async () => {
    const { key } = await createPlatform(database, 'Platform');
    const platform = createClient({ baseUrl: `${api.baseUrl}/api/v1/`, apiKey: key });
    const { data } = await platform.post('/households', { body: { name: 'Doe' } });
    expect(data.name).to.equal('Doe');
  });

  it('follows the feed from where it was, and from its beginning when that is no longer kept', async () => {
    const read = async (cursor?: string): Promise<FeedPage[]> =>
      collect(client.changes({ cursor, wait: 0, types: 'tag' }));
    const first = await read();
    expect(first.map(({ restart }) => restart)).to.deep.equal(first.map((_, n) => n === 0));
    const cursor = first.at(-1)!.next_cursor;

    const controller = new AbortController();
    const seen: unknown[] = [];
    const following = (async () => {
      const { signal } = controller;
      for await (const page of client.changes({ cursor, types: 'tag', signal })) {
        for (const item of page.data) {
          if (item.type === 'tag') seen.push(item.record?.name);
        }
      }
    })();
    await client.post('/tags', { body: { name: 'Berg' } });
    await eventually(() => expect(seen).to.deep.equal(['Berg']));
    const reason = new Error('enough');
    controller.abort(reason);
    expect(await following.catch((error: unknown) => error)).to.equal(reason);

    const [later] = await read(cursor);
    expect(later).to.deep.include({ restart: false });
    await database.sql`
      update retention_walks set deleted_xact = pg_current_xact_id() where walked = 'changes'`;
    const [again] = await read(cursor);
    expect(again).to.deep.include({ restart: true });
    expect(again!.data.map(({ operation }) => operation)).to.deep.equal(['upsert']);
  });
});

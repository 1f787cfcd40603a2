import { expect } from 'chai';
import { readSource } from '../../helpers/checkout.ts';
import { withImports } from '../../helpers/csv-imports.ts';

describe('imports that 1.0.0 stored', () => {
  const { database, api, imports } = withImports();
  const ids: Record<string, string> = {};

  before('store them', async () => {
    const { sql } = database;
    const { householdId } = api.tenant;
    for (const line of readSource('test/fixtures/rows-of-1-0.ndjson').trim().split('\n')) {
      const { table, row } = JSON.parse(line);
      // What triggers note of the rows above gives way to what 1.0.0 noted.
      if (table === 'changes') await sql`delete from changes where cause is null`;
      const columns = sql(['household_id', ...Object.keys(row)]);
      const stored = sql.json({ ...row, household_id: householdId });
      await sql`
        insert into ${sql(table)} (${columns})
        select ${columns} from jsonb_populate_record(null::${sql(table)}, ${stored})`;
      const name = row.client_import_id ?? row.client_session_id;
      if (name) ids[`${table} ${name}`] = row.id;
    }
    await sql`update imports set published_at = now() where status = 'complete'`;
    await sql`update import_sessions set published_at = now(), finished_at = now() where status = 'complete'`;
  });

  const publishSession = async (id: string) => {
    const asked = await imports.askSession(id, 'publish');
    expect(asked.status, asked.text).to.equal(202);
    await imports.performSession(id);
    return (await api.get(`/api/v1/import_sessions/${id}`)).data;
  };

  it('are in every list', async () => {
    const { data } = await api.get('/api/v1/imports');
    expect(data).to.have.length(4);
    for (const { id } of data) {
      const { data: one } = await api.get(`/api/v1/imports/${id}`);
      if (one.type === 'TransactionImport')
        expect(one.evidence.currency).to.deep.equal({ basis: 'none' });
      await api.get(`/api/v1/imports/${id}/rows`);
    }
    const published = data.find(({ status }: any) => status === 'complete');
    expect(published.warning_details).to.deep.equal([
      { code: 'other', values: { message: published.warnings[0] } },
    ]);
    for (const list of ['import_sessions', 'import_profiles', 'changes'])
      expect((await api.get(`/api/v1/${list}`)).data, list).not.to.have.length(0);
  });

  it('can be read again, published and undone', async () => {
    const change = { number_format: '1.234,56' };
    await imports.call('PATCH', `/${ids['imports pending']}`, 200, change);
    for (const name of ['pending', 'invalid', 'trades']) {
      const published = await imports.publish(ids[`imports ${name}`]!, { skip_invalid: true });
      expect(published.status, name).to.equal('complete');
    }
    const { data } = await api.get('/api/v1/imports?status=complete');
    for (const { id } of data) expect((await imports.undo(id)).status, id).to.equal('undone');
    expect((await api.get('/api/v1/transactions')).data).to.have.length(1);
  });

  it('of whole histories go on where they were, and can be undone', async () => {
    const complete = ids['import_sessions complete']!;
    const pending = ids['import_sessions pending']!;
    expect((await imports.undoSession(complete)).status).to.equal('undone');
    await imports.uploadChunk(pending, 2, '{"type":"Tag","data":{"id":"rest","name":"rest"}}');
    expect((await publishSession(pending)).status).to.equal('complete');
    expect((await imports.undoSession(pending)).status).to.equal('undone');
  });
});

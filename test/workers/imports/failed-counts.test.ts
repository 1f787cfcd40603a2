import { expect } from 'chai';
import { entityCounts } from '../../../shared/imports/session/summary.ts';
import { importChunks, record } from '../../helpers/import-sessions.ts';
import { account, transaction } from '../../helpers/sample-records.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('the counts of a failed import', () => {
  const database = withDatabase();
  const transactions = (count: number, fields: object): string[] =>
    Array.from({ length: count }, (_, n) => transaction({ id: `x${n}`, ...fields }));
  const failed = (count: number) => entityCounts({ failed: count });

  it('are true for lines that cannot be read, of all types, and the first is named before at most nineteen others', async () => {
    const tags = Array.from({ length: 30 }, (_, n) => record('Tag', { id: `t${n}`, name: ' ' }));
    const lines = [account, ...transactions(30_000, { date: 'soon' }), ...tags];
    const { session } = await importChunks(database, [lines]);
    const summary = { tags: failed(30), transactions: failed(30_000) };
    expect(session.summary).to.deep.equal(summary);
    expect(session.chunks[0]?.summary).to.deep.equal(summary);
    const first = { code: 'import_failed', reason: 'missing_required_field' };
    expect(session.error).to.include({ ...first, line: 30_002, failed_count: 30_030 });
    expect(session.error?.['errors']).to.have.length(19);
  });

  it('are true for records that name what is not there: each line once', async () => {
    const fields = { category_id: 'nope', merchant_id: 'nope', tag_ids: ['t1', 't2'] };
    const lines = [account, ...transactions(5000, fields), ...transactions(3, { id: 'good' })];
    const { session } = await importChunks(database, [lines]);
    expect(session.summary).to.deep.equal({ transactions: failed(5000) });
    expect(session.error?.['errors']).to.have.length(19);
  });

  it('are true for values that the household refuses', async () => {
    const tags = Array.from({ length: 50 }, (_, n) => record('Tag', { id: `t${n}`, name: 'Same' }));
    const { session } = await importChunks(database, [tags]);
    expect(session.summary).to.deep.equal({ tags: failed(49) });
  });
});

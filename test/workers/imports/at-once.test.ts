import { expect } from 'chai';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import { eventually } from '../../helpers/eventually.ts';
import { withImportsWorker } from '../../helpers/with-imports-worker.ts';

/** Rows of the days from `first` on, one purchase each. */
const fileOf = (first: number, rows: number): string =>
  csvOf(
    'date,amount,name',
    Array.from({ length: rows }, (_, at) => {
      const n = first + at;
      const day = new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);
      return [day, `-${n + 1}.25`, `Purchase ${n}`];
    }),
  );

describe('imports whose requests cross', () => {
  const { database, api, imports } = withImports({});
  let account = '';

  withImportsWorker(api, 2);
  beforeEach(async () => {
    account = await imports.freshAccount();
  });

  const ask = (method: string, path: string, body?: unknown) =>
    api.request(method, `/api/v1${path}`, { body });
  const create = async (first: number, rows: number): Promise<string> =>
    (await imports.create({ raw_file_content: fileOf(first, rows), account_id: account })).id;
  const settled = async (id: string) => {
    let now: any;
    await eventually(async () => {
      now = await imports.call('GET', `/${id}`, 200);
      expect(now.status).to.not.be.oneOf(['publishing', 'undoing']);
    });
    return now;
  };
  const entries = async (): Promise<number> => {
    const [row] = await database.sql`
      select count(*)::integer as count
      from transactions
      where account_id = ${account}
        and removed_at is null`;
    return row!['count'] as number;
  };

  it('doubles nothing of two overlapping files that are published at once', async () => {
    const ids = await Promise.all([create(0, 60), create(40, 60)]);
    const answers = await Promise.all(ids.map((id) => ask('POST', `/imports/${id}/publish`)));
    expect(answers.map(({ status }) => status)).to.deep.equal([202, 202]);
    const ended = await Promise.all(ids.map(settled));
    expect(ended.map(({ status }) => status)).to.deep.equal(['complete', 'complete']);
    expect(await entries()).to.equal(100);
  });

  it('lets no correction, undo or deletion into a publication, and ends as if undisturbed', async () => {
    const id = await create(0, 80);
    const published = ask('POST', `/imports/${id}/publish`);
    const crossing = await Promise.all([
      published,
      ask('PATCH', `/imports/${id}/rows/3`, { values: { amount: '-999.99' } }),
      ask('PATCH', `/imports/${id}`, { signage_convention: 'inflows_negative' }),
      ask('POST', `/imports/${id}/undo`),
      ask('DELETE', `/imports/${id}`),
    ]);
    for (const { status, text } of crossing) {
      expect(status, text).to.be.oneOf([200, 202, 204, 404, 409]);
    }
    const isGone = (await ask('GET', `/imports/${id}`)).status === 404;
    if (isGone) {
      expect(await entries()).to.equal(0);
      return;
    }
    await settled(id);
    // An undo that came in between may have been taken.
    const { status } = await settled(id);
    expect(await entries()).to.equal(status === 'complete' ? 80 : 0);
  });

  it('ends an import whose account is deleted meanwhile, with nothing half written', async () => {
    const id = await create(0, 80);
    const [, removed] = await Promise.all([
      ask('POST', `/imports/${id}/publish`),
      ask('DELETE', `/accounts/${account}`),
    ]);
    expect(removed.status, removed.text).to.be.oneOf([200, 204, 409]);
    const { status } = await settled(id);
    expect(status).to.be.oneOf(['complete', 'pending', 'failed']);
    expect(await entries()).to.be.oneOf([0, 80]);
  });
});

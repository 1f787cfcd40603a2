import { expect } from 'chai';
import { withSyncedApi } from '../../helpers/synced-api.ts';
import { LISTED, rowsPage, wireRow } from '../../helpers/sync-play.ts';

const DAY_MS = 24 * 3_600_000;

describe('GET /api/v1/provider_connections/{id}/timeline', () => {
  const play = withSyncedApi();
  const get = async (path: string) => await play.api.get(path, { as: 'read' });

  it('200: what each run read, decided, changed, waited for and met, with its changes a step away', async () => {
    const owner = await play.connect();
    const path = `/api/v1/provider_connections/${owner.connectionId}/timeline`;
    const limited = { path: '/accounts/1/balance', status: 429, headers: { 'Retry-After': '40' } };
    const pending = wireRow('b', { isPending: true });
    play.provider.script([LISTED], [limited, rowsPage([wireRow('a'), pending])]);
    const first = await play.harness.sync(owner);
    play.harness.clock.advance(DAY_MS);
    play.provider.script([LISTED], [rowsPage([wireRow('a'), wireRow('b'), wireRow('c')])]);
    const second = await play.harness.sync(owner);
    play.harness.clock.advance(DAY_MS);
    play.provider.script([LISTED], [{ path: '/accounts/1/transactions', status: 500, times: 9 }]);
    await play.harness.sync(owner);

    const { data, meta } = await get(`${path}?per_page=2`);
    expect(meta.total_count).to.equal(3);
    const { data: oldest } = await get(`${path}?per_page=2&after=${meta.next_cursor}`);
    const [failed, later] = data;
    const [began] = oldest;
    expect(failed).to.include({ trigger: 'manual', status: 'completed_with_errors' });
    expect(failed.errors.map(({ code }: { code: string }) => code)).to.deep.equal([
      'accounts_failed',
      'provider_unavailable',
    ]);
    expect(failed.errors[1].account_id).to.be.a('string');
    expect(failed.read).to.include({ accounts: 1, complete: 0 });
    expect(began.sync_id).to.equal(first.id);
    expect(began.waits).to.have.length(1);
    expect(began.waits[0]).to.include({ reason: 'rate_limited' });
    expect(began.read).to.include({ accounts: 1, complete: 1, pages: 1, rows: 2 });
    expect(began.decided).to.include({ created: 2 });
    expect(later.sync_id).to.equal(second.id);
    expect(later.decided).to.include({ created: 1, updated: 1 });

    const names = async (run: { changes: string }) =>
      (await get(run.changes)).data.map(({ id }: { id: string }) => id);
    const [both, two, none] = await Promise.all([began, later, failed].map(names));
    expect(both).to.have.length(2);
    expect(two).to.have.length(2);
    expect(none).to.deep.equal([]);
    expect(new Set([...both, ...two]).size).to.equal(3);

    const foreign = { as: 'other' } as const;
    expect((await play.api.get(began.changes, foreign)).data).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import { sha256Hex } from '../../../shared/platform/crypto.ts';
import { LISTED, ROWS, rowsPage, wireRow, withSyncPlay } from '../../helpers/sync-play.ts';
import type { Row } from '../../helpers/sync-play.ts';

describe('sync: accounts and holdings', function () {
  const play = withSyncPlay();

  describe('accounts', () => {
    it('an account id that no address holds is not listed; NUL is left out', async () => {
      const text = Array.from({ length: 100 }, (_, index) => sha256Hex(String(index))).join('');
      await play.sync(
        [],
        [
          { ...LISTED, id: text },
          { ...LISTED, id: 'a\u0000b' },
        ],
      );
      expect((await play.links()).map((link) => link['providerAccountId'])).to.deep.equal(['ab']);
    });
    it('a listing without an id, one listed twice and one of an unknown status', async () => {
      const run = await play.sync(
        [],
        [{ name: 'No id' }, LISTED, LISTED, { ...LISTED, id: 2, status: 'SOMETHING' }],
      );
      expect(run.status).to.equal('completed');
      expect((await play.links()).map(({ state }) => state)).to.deep.equal(['active', 'active']);
    });
    it('statuses in any case; a disconnected one is not read and comes back', async () => {
      const run = await play.sync(
        [rowsPage([wireRow('a')])],
        [{ ...LISTED, status: ' disconnected ' }],
      );
      expect(await play.codes(run)).to.deep.equal(['account_disconnected']);
      expect(play.provider.seen.map(({ path }) => path)).to.deep.equal(['/accounts']);
      await play.sync([rowsPage([wireRow('a')])]);
      expect(await play.live()).to.have.length(1);
    });
    it('an account whose id would leave the path says so and is not missing, the others continue', async () => {
      const run = await play.sync([rowsPage([wireRow('a')])], [{ ...LISTED, id: '..' }, LISTED]);
      expect(run.status).to.equal('completed_with_errors');
      expect(await play.codes(run)).to.deep.equal(['account_id_invalid']);
      expect((await play.links()).map(({ state }) => state as string)).to.deep.equal([
        'active',
        'active',
      ]);
      expect(await play.live()).to.have.length(1);
    });
    it('a deeper start of the history brings what lies before', async () => {
      await play.sync([rowsPage([wireRow('a')])]);
      await play.database.sql`
        update provider_connections
        set history_start = '2024-01-01'
        where id = ${play.owner.connectionId}`;
      await play.sync([rowsPage([wireRow('a'), wireRow('old', { date: '2024-02-02' })])]);
      expect(play.provider.seen.find(({ path }) => path === ROWS)!.query.get('from')).to.equal(
        '2024-01-01',
      );
      expect(await play.live()).to.have.length(2);
      await play.sync([rowsPage([wireRow('a')])]);
      expect(play.provider.seen.find(({ path }) => path === ROWS)!.query.get('from')).to.equal(
        '2025-06-04',
      );
    });
  });

  describe('holdings', () => {
    const PATH = '/accounts/1/holdings';
    const security = { name: 'Fund', tickerSymbol: 'FND', currency: 'USD' };
    const position = { security, quantity: 1, currency: 'USD' };
    const stored = () =>
      play.database.sql<Row[]>`
        select *
        from holdings
        where household_id = ${play.owner.householdId}
        order by quantity`;
    it('takes odd numbers as they are: zero, negative, tiny, as text, absent prices', async () => {
      const of = (id: string, over: object) => ({
        security,
        raw: { mx: { id } },
        currency: 'USD',
        ...over,
      });
      const run = await play.sync([
        {
          path: PATH,
          json: {
            holdings: [
              of('1', { quantity: '0.000000000000000001', price: '0.1', value: null }),
              of('2', { quantity: -3, price: null, value: -30.5, costBasis: '-29' }),
              of('3', { quantity: 0, value: 0 }),
              of('4', { quantity: '1e3', cost_basis: 5 }),
            ],
            totalValue: '12.50',
            currency: 'usd',
          },
        },
      ]);
      expect(run.status).to.equal('completed');
      expect((await stored()).map(({ quantity }) => quantity)).to.deep.equal([
        '-3',
        '0',
        '0.000000000000000001',
        '1000',
      ]);
    });
    for (const bad of [{ quantity: null }, { quantity: 'many' }, {}]) {
      it(`leaves out a position of ${JSON.stringify(bad)}, and says so`, async () => {
        const holdings = [{ security, currency: 'USD', ...bad }, position, null];
        const run = await play.sync([{ path: PATH, json: { holdings } }]);
        expect(await play.codes(run)).to.deep.equal(['holding_invalid']);
        expect(await stored()).to.have.length(1);
      });
    }
    it('two positions of one security without ids stay two', async () => {
      const two = [position, { ...position, quantity: 2 }];
      await play.sync([{ path: PATH, json: { holdings: two } }]);
      expect(await stored()).to.have.length(2);
    });
    for (const [status, state] of [
      [404, 'not_supported'],
      [501, 'not_supported'],
      [500, 'available'],
      [400, 'available'],
    ] as const) {
      it(`${status} after positions were there: ${state}`, async () => {
        await play.sync([{ path: PATH, json: { holdings: [position] } }]);
        await play.sync([{ path: PATH, status, json: {}, times: 9 }]);
        expect((await play.links())[0]!['holdingsState']).to.equal(state);
        expect(await stored()).to.have.length(state === 'available' ? 1 : 0);
      });
    }
    it('positions that stop being supported are asked for with the next run, then weekly', async () => {
      await play.sync([{ path: PATH, json: { holdings: [position] } }]);
      await play.sync([{ path: PATH, status: 404, json: {} }]);
      await play.sync([{ path: PATH, json: { holdings: [position] } }]);
      expect(await stored()).to.have.length(1);
      await play.sync([{ path: PATH, status: 404, json: {} }]);
      await play.sync([{ path: PATH, status: 404, json: {} }]);
      await play.sync([]);
      expect(play.callsTo(PATH)).to.equal(0);
    });
    it('positions under one id that differ are all kept, a copy is not; both are reported', async () => {
      const of = (quantity: number, id = 'lot') => ({
        security,
        quantity,
        price: 2,
        currency: 'USD',
        raw: { mx: { id } },
      });
      const positions = [of(1), of(2), of(2), of(4, 'other'), of(3)];
      for (let times = 0; times < 2; times += 1) {
        const run = await play.sync([{ path: PATH, json: { holdings: positions } }]);
        expect(run.status).to.equal('completed');
        expect((await play.accountsOf(run))[0]!.warnings).to.deep.include({
          code: 'holding_repeated',
          message: 'Several positions share one id; those that differ are kept separately.',
          count: 3,
        });
        expect((await stored()).map(({ value }) => value)).to.deep.equal(['2', '4', '6', '8']);
      }
    });
    it('null where there were none means none', async () => {
      const run = await play.sync([{ path: PATH, json: { holdings: null } }]);
      expect(run.status).to.equal('completed');
      expect((await play.links())[0]!['holdingsState']).to.equal('available');
    });
    it('an empty list means that all were sold; a missing one or null says nothing', async () => {
      await play.sync([{ path: PATH, json: { holdings: [position] } }]);
      for (const json of [{ positions: [] }, { holdings: null }]) {
        const run = await play.sync([{ path: PATH, json, times: 9 }]);
        expect(await play.codes(run)).to.deep.equal(['invalid_response']);
        expect(await stored()).to.have.length(1);
      }
      await play.sync([{ path: PATH, json: { holdings: [] } }]);
      expect(await stored()).to.have.length(0);
    });
  });
});

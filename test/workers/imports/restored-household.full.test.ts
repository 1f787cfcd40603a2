import { expect } from 'chai';
import { record, replaceChunk, storeSession } from '../../helpers/import-sessions.ts';
import { withoutIds } from '../../helpers/ledger-records.ts';
import { bankRow, EVERYDAY, withHouseholds } from '../../helpers/restored-households.ts';
import { answered } from '../../helpers/start-api.ts';

/** Two files of one bank, which overlap; the second spells a shop in its own way. */
const FIRST = [
  'date,amount,name',
  '2025-03-13,-3.50,CAFE UNO',
  '2025-03-13,-3.50,CAFE UNO',
  '2025-03-14,-20,SHOP 17',
  '2025-03-15,-8,Bakery',
].join('\n');
const SECOND = ['date,amount,name', '2025-03-13,-3.50,Cafe Uno', '2025-03-16,-9,Kiosk'].join('\n');
/** What the bank's site writes of the rows that its feed lists. */
const OF_FEED = [
  'Booked,Amount,Text',
  '2025-06-02,-10.00,POS 4711 SHOP',
  '2025-06-03,-11.00,POS 4712 SHOP',
].join('\n');
/** Masked cards and positive amounts: the sign is a guess. */
const CARD = [
  'Datum;Kartennummer;Händler;Betrag',
  '03.03.2025;5412 34XX XXXX 1234;MIGROS BERN;45.20',
  '17.03.2025;5412 34XX XXXX 1234;SBB MOBILE;12.80',
  '19.03.2025;5412 34XX XXXX 1234;HOTEL POST;310.00',
].join('\n');
const FEED = [
  bankRow('a', -10, '02'),
  bankRow('b', -11, '03'),
  bankRow(null, -5, '04'),
  bankRow(null, -5, '04'),
];
const PENDING = bankRow('hold-1', -7, '09', { isPending: true });

describe('a household that was restored from its export', function () {
  const { found, sync, synced } = withHouseholds();
  const { database } = synced;

  type Home = Awaited<ReturnType<typeof found>>;
  const accountOf = async (home: Home): Promise<string> => (await home.list('accounts'))[0]?.id;
  const restoredFrom = async (home: Home): Promise<Home> => {
    const restored = await found();
    await restored.restore(await home.exported());
    return restored;
  };
  /** Restores the accounts of an export; their bank lists them before `finish` restores the rest. */
  const restoredInPart = async (lines: string[]) => {
    const isAccount = (line: string) => line.startsWith('{"type" : "Account"');
    const others = lines.filter((line) => !isAccount(line));
    const faulty = [...others, record('Transaction', { id: 'x', account_id: 'nowhere' })];
    const restored = await found();
    const chunks = [lines.filter(isAccount), faulty];
    const session = await storeSession(database, chunks, restored.householdId);
    expect((await restored.run(session)).status).to.equal('failed');
    const connection = await restored.connect();
    expect(await sync(connection, FEED)).to.include({ created: 4 });
    const finish = async (): Promise<void> => {
      await replaceChunk(database, session, 2, others);
      expect((await restored.run(session)).error).to.equal(null);
    };
    return { restored, session, connection, finish };
  };

  it('has the same content where a rule never ran over the past', async () => {
    const home = await found();
    const account_id = await home.imports.addAccount({ name: 'Giro' });
    await home.importFile(FIRST, { account_id });
    await home.imports.applyRules();
    const body = {
      name: 'From now on',
      active: true,
      resource_type: 'transaction',
      conditions: [{ condition_type: 'transaction_name', operator: 'like', value: 'shop' }],
      actions: [{ action_type: 'set_transaction_name', value: 'The shop' }],
    };
    await answered(201, home.request('POST', '/api/v1/rules', { body }));
    const restored = await restoredFrom(home);
    await restored.imports.applyRules();
    expect((await restored.ledger()).sort()).to.deep.equal((await home.ledger()).sort());

    const own = { account_id: await accountOf(restored) };
    await restored.importFile(SECOND.replace('Kiosk', 'Shop 18'), own);
    await restored.imports.applyRules();
    expect((await restored.ledger()).join())
      .to.contain('-9 The shop')
      .and.to.contain('-20 SHOP 17');
  });

  it('knows its files again, whatever people and rules made of the names', async () => {
    const home = await found();
    const account_id = await home.imports.addAccount({ name: 'Giro' });
    const body = {
      name: 'Shops',
      active: true,
      resource_type: 'transaction',
      conditions: [{ condition_type: 'transaction_name', operator: 'like', value: 'shop' }],
      actions: [{ action_type: 'set_transaction_name', value: 'The shop' }],
    };
    await answered(201, home.request('POST', '/api/v1/rules', { body }));
    await home.importFile(FIRST, { account_id });
    await home.imports.applyRules();
    await home.importFile(SECOND, { account_id });
    const bakery = (await home.list('transactions?search=Bakery'))[0]?.id;
    const change = { body: { name: 'Bread' } };
    await home.request('PATCH', `/api/v1/transactions/${bakery}`, change);
    const before = await home.ledger();
    expect(before.join()).to.contain('The shop').and.to.contain('Bread');

    const restored = await restoredFrom(home);
    expect((await restored.ledger()).sort()).to.deep.equal(before.sort());
    const own = { account_id: await accountOf(restored) };
    expect((await restored.readFile(FIRST, own)).verdicts).to.include({ new: 0, duplicate: 4 });
    expect((await restored.readFile(SECOND, own)).verdicts).to.include({ new: 0, duplicate: 2 });
    const third = `${FIRST}\n2025-03-16,-9,Kiosk\n2025-03-16,-9,Kiosk\n2025-03-17,-8,Bakery`;
    expect((await restored.readFile(third, own)).verdicts).to.include({ new: 2, duplicate: 5 });
    expect(await restored.list('imports?status=complete')).to.be.empty;
  });

  it('knows its trades again by the ids of their files, and keeps equal trades with other ids two', async () => {
    const fileOf = (...rows: string[]) => ['date,ticker,qty,price,Order ID', ...rows].join('\n');
    const settings = { type: 'TradeImport', external_id_col_label: 'Order ID' };
    const home = await found();
    const account_id = await home.imports.addAccount({ name: 'Depot' });
    const bought = ['2025-02-03,ACME,10,5.50,a', '2025-02-03,ACME,10,5.50,b'];
    await home.importFile(fileOf(...bought), { ...settings, account_id });
    await home.importFile(fileOf('2025-02-07,ACME,12,5.50,b'), { ...settings, account_id });

    const restored = await found();
    const session = await restored.restore(await home.exported());
    const own = { ...settings, account_id: await accountOf(restored) };
    const others = bought.map((row, at) => row.slice(0, -1) + 'cd'.charAt(at));
    const next = fileOf('2025-02-09,ACME,9,5.60,a', ...others);
    expect((await restored.readFile(next, own)).verdicts).to.include({ new: 2, duplicate: 1 });
    const again = await restoredFrom(restored);
    const theirs = { ...own, account_id: await accountOf(again) };
    expect((await again.readFile(next, theirs)).verdicts).to.include({ new: 2, duplicate: 1 });
    await restored.imports.undoSession(session);
    const [left] = await database.sql`
      select count(*) from imports where household_id = ${restored.householdId} and restored_by = ${session}`;
    expect(left?.['count']).to.equal('0');
  });

  it('knows which files have a row of the bank, so that no other of their rows is taken for it', async () => {
    const home = await found();
    await sync(await home.connect(), FEED);
    const own = { account_id: await accountOf(home), apply_suggestions: true };
    expect((await home.importFile(OF_FEED, own)).verdicts).to.include({ new: 0, duplicate: 2 });
    const later = `${OF_FEED}\n2025-06-04,-11.00,POS 4713 OTHER`;
    expect((await home.readFile(later, own)).verdicts).to.include({ new: 1, duplicate: 2 });

    const restored = await restoredFrom(home);
    const theirs = { account_id: await accountOf(restored), apply_suggestions: true };
    expect((await restored.readFile(later, theirs)).verdicts).to.include({ new: 1, duplicate: 2 });
  });

  it('continues with its bank under a new connection: no second account, no doubled row', async () => {
    const home = await found();
    await sync(await home.connect(), [...FEED, PENDING]);
    const mine = await accountOf(home);
    await home.request('PATCH', `/api/v1/accounts/${mine}`, { body: { name: 'Mine' } });
    const before = await home.ledger();

    const restored = await restoredFrom(home);
    const connection = await restored.connect();
    expect(await sync(connection, [...FEED, PENDING])).to.include({ created: 0, updated: 0 });
    expect((await restored.ledger()).sort()).to.deep.equal(before.sort());
    // The pending one posts under another id.
    const posted = bankRow('c', -7, '10', { merchant: 'Shop -7' });
    expect(await sync(connection, [...FEED, posted])).to.include({ created: 0, claimed: 1 });
    const accounts = await restored.list('accounts');
    expect(accounts.map(({ name }) => name)).to.deep.equal(['Mine']);
    expect(accounts[0].provider).to.include({ provider_account_id: 'p1', state: 'active' });
    expect(await restored.ledger()).to.have.length(before.length);
    // And under the key that it had while it was pending.
    expect(await sync(connection, [...FEED, posted, PENDING])).to.include({ created: 0 });
  });

  it('doubles nothing that its bank lists before the last chunk is there, and keeps what people made of it', async () => {
    const home = await found();
    await sync(await home.connect(), FEED);
    const [bought] = await home.list('transactions?search=Shop');
    await home.request('PATCH', `/api/v1/transactions/${bought.id}`, { body: { name: 'Shoes' } });
    const before = (await home.ledger()).sort();
    expect(before.join()).to.contain('Shoes');
    const { restored, session, connection, finish } = await restoredInPart(await home.exported());
    const listed = await restored.ledger();
    await finish();
    expect((await restored.ledger()).sort()).to.deep.equal(before);
    expect(await sync(connection, FEED)).to.include({ created: 0, updated: 0 });
    await restored.imports.undoSession(session.sessionId);
    expect(await restored.ledger()).to.deep.equal(listed);
    expect(await sync(connection, FEED)).to.include({ created: 0 });
  });

  it('keeps what its bank says of a row since the session wrote to it', async () => {
    const home = await found();
    const booked = bankRow('x', -8, '10');
    await sync(await home.connect(), [...FEED, booked]);
    const { restored, session, connection, finish } = await restoredInPart(await home.exported());
    await sync(connection, [...FEED, bankRow('x', -7, '09', { isPending: true })]);
    await finish();
    await sync(connection, [...FEED, booked]);
    await restored.imports.undoSession(session.sessionId);
    expect((await restored.ledger()).join()).to.contain('2025-06-10 -8');
  });

  const SPLIT = { splits: [{ amount: '-1' }, { amount: '-10' }] };
  const OTHER = { splits: [{ amount: '-4' }, { amount: '-7' }] };
  const WHOLE = { splits: [] };
  const NOTE = { notes: 'Of a line' };
  type Edit = typeof OTHER | typeof WHOLE | typeof NOTE | null;
  const meetings: [string, Edit, Edit, Edit][] = [
    ['split', SPLIT, null, null],
    ['split twice', SPLIT, OTHER, null],
    ['made whole', null, OTHER, null],
    ['split, and again since', SPLIT, null, OTHER],
    ['split, and a line edited since', SPLIT, null, NOTE],
    ['split, and made whole since', SPLIT, null, WHOLE],
    ['split twice, and again since', SPLIT, OTHER, SPLIT],
    ['split twice, and made whole since', SPLIT, OTHER, WHOLE],
    ['made whole, and split since', null, OTHER, SPLIT],
  ];
  for (const [what, exported, listed, since] of meetings)
    it(`leaves what its bank lists equal to its lines when the session is undone: ${what}`, async () => {
      const edit = async (where: Home, body: Edit) => {
        const all = await where.list('transactions?search=Shop%20-11');
        const { id } = all.find((one) => (one.parent_id !== null) === (body === NOTE));
        if (body !== null)
          await answered(200, where.request('PATCH', `/api/v1/transactions/${id}`, { body }));
      };
      const home = await found();
      await sync(await home.connect(), FEED);
      await edit(home, exported);
      const { restored, session, finish } = await restoredInPart(await home.exported());
      await edit(restored, listed);
      const before = await restored.ledger();
      await finish();
      await edit(restored, since);
      await restored.imports.undoSession(session.sessionId);
      const wrong = await database.sql`
        select whole.amount, whole.is_split_parent, whole.excluded, lines.amounts
        from transactions whole
        cross join lateral (
          select array_agg(line.amount) as amounts, coalesce(sum(line.amount), 0) as sum
          from transactions line
          where line.parent_id = whole.id and line.removed_at is null
        ) lines
        where whole.household_id = ${restored.householdId}
          and whole.parent_id is null
          and whole.removed_at is null
          and (
            lines.sum <> case when whole.is_split_parent then whole.amount else 0 end
            or whole.excluded <> whole.is_split_parent
          )`;
      expect([...wrong]).to.deep.equal([]);
      if (listed === null && since === null) expect(await restored.ledger()).to.deep.equal(before);
    });

  it('keeps deleted what a person deleted before the export, or after its bank listed it, before the last chunk is there', async () => {
    const home = await found();
    await sync(await home.connect(), FEED);
    const remove = async (where: typeof home, row: any) => {
      await answered(204, where.request('DELETE', `/api/v1/transactions/${row.id}`));
    };
    const [, other, third] = await home.list('transactions');
    await remove(home, other);
    const lines = await home.exported();
    await remove(home, third);
    const expected = await home.ledger();

    const { restored, session, connection, finish } = await restoredInPart(lines);
    const listed = await restored.list('transactions');
    const same = ({ name, amount, date }: any) => [name, amount, date].join();
    await remove(
      restored,
      listed.find((row: any) => same(row) === same(third)),
    );
    await finish();
    expect((await restored.ledger()).sort()).to.deep.equal(expected.sort());
    expect(await sync(connection, FEED)).to.include({ created: 0, updated: 0 });
    await restored.imports.undoSession(session.sessionId);
    expect(await restored.ledger()).to.have.length(3);
  });

  it('a deleted row that its bank lists before the last chunk goes with the lines into which it was split meanwhile', async () => {
    const home = await found();
    await sync(await home.connect(), FEED);
    const [gone] = await home.list('transactions?search=Shop');
    await answered(204, home.request('DELETE', `/api/v1/transactions/${gone.id}`));
    const { restored, finish } = await restoredInPart(await home.exported());
    const [back] = await restored.list('transactions?search=Shop');
    const splits = [{ amount: '-1' }, { amount: String(Number(back.amount) + 1) }];
    const path = `/api/v1/transactions/${back.id}`;
    await answered(200, restored.request('PATCH', path, { body: { splits } }));
    await finish();
    expect((await restored.ledger()).sort()).to.deep.equal((await home.ledger()).sort());
  });

  it('keeps the keys that rows had before', async () => {
    const home = await found();
    const first = await home.connect();
    await sync(first, [...FEED, PENDING]);
    const posted = bankRow('c', -7, '10', { merchant: 'Shop -7' });
    expect(await sync(first, [...FEED, posted])).to.include({ claimed: 1 });
    const restored = await restoredFrom(home);
    const counts = await sync(await restored.connect(), [...FEED, posted, PENDING]);
    expect(counts).to.include({ created: 0 });
    expect(await restored.ledger()).to.have.length(5);
  });

  it('does not get back from its bank what a person deleted', async () => {
    const home = await found();
    await sync(await home.connect(), FEED);
    const [gone] = await home.list('transactions?search=Shop');
    await answered(204, home.request('DELETE', `/api/v1/transactions/${gone.id}`));
    const before = await home.ledger();
    const restored = await found();
    const session = await restored.restore(await home.exported());
    expect(await sync(await restored.connect(), FEED)).to.include({ created: 0, updated: 0 });
    expect(await restored.ledger()).to.deep.equal(before);
    const again = await restoredFrom(restored);
    expect(await sync(await again.connect(), FEED)).to.include({ created: 0 });
    // Undone, it stays deleted: the bank has the account.
    await restored.imports.undoSession(session);
    expect(await restored.ledger()).to.deep.equal(before);
  });

  it('recognises the account under other ids of the bank, by its rows', async () => {
    const home = await found();
    const rows = (mark: string) => [1, 2, 3, 4].map((n) => bankRow(`${mark}${n}`, -n, `0${n}`));
    await sync(await home.connect(), rows('x'));
    const restored = await restoredFrom(home);
    const counts = await sync(await restored.connect(), rows('y'), { ...EVERYDAY, id: 'p9' });
    expect(counts).to.deep.include({ created: 0, warnings: ['account_relinked'] });
    expect(await restored.list('accounts')).to.have.length(1);
    expect(await restored.ledger()).to.have.length(4);
  });

  it('adopts what only a file brought when the bank lists it', async () => {
    const home = await found();
    const account_id = await home.imports.addAccount({ name: 'Everyday' });
    await home.importFile(OF_FEED, { account_id, apply_suggestions: true });
    const lines = (await home.exported()).map((line) => {
      const { type, data } = JSON.parse(line);
      const link = { provider_account_id: 'p1', institution_name: 'Bank' };
      return type === 'Account' ? record(type, { ...data, ...link }) : line;
    });
    const restored = await found();
    await restored.restore(lines);
    const counts = await sync(await restored.connect(), FEED);
    expect(counts).to.include({ adopted: 2, created: 2 });
    expect(await restored.ledger()).to.have.length(4);
  });

  it('replaces the positions of its bank, and does not list them twice', async () => {
    const holdings = {
      holdings: [{ ticker: 'ABC', name: 'Abc', quantity: 2, price: 3, currency: 'EUR' }],
    };
    const depot = { ...EVERYDAY, type: 'investment' };
    const home = await found();
    await sync(await home.connect(), FEED, depot, holdings);
    expect(await home.list('holdings')).to.have.length(1);
    const restored = await restoredFrom(home);
    expect(await restored.list('holdings')).to.have.length(1);
    await sync(await restored.connect(), FEED, depot, holdings);
    expect(await restored.list('holdings')).to.have.length(1);
  });

  it('reads the next file with its profile, and doubts what was in doubt', async () => {
    const home = await found();
    const account_id = await home.imports.addAccount({ name: 'Card' });
    const fields = { account_id, apply_suggestions: true, save_profile: 'Card' };
    await home.importFile(CARD, fields);
    const restored = await restoredFrom(home);
    const next = await restored.readFile(CARD.replaceAll('.03.', '.04.'));
    expect(next.profile).to.include({ name: 'Card', how: 'recognised' });
    expect(next.account_id).to.equal(await accountOf(restored));
    expect(next.inferred_settings).to.include('signage_convention');
    expect(next.evidence.sign).to.deep.equal({ basis: 'distribution' });
    expect(next.warnings.join()).to.contain('money out is positive in this content');
  });

  it('exports what it was restored from, before and after its bank is back', async () => {
    const home = await found();
    await sync(await home.connect(), [...FEED, PENDING]);
    const own = { account_id: await accountOf(home), apply_suggestions: true };
    await home.importFile(OF_FEED, { ...own, save_profile: 'Site' });
    const lines = await home.exported();
    const restored = await found();
    await restored.restore(lines);
    expect(withoutIds(await restored.exported())).to.deep.equal(withoutIds(lines));
    const again = await restoredFrom(restored);
    expect(withoutIds(await again.exported())).to.deep.equal(withoutIds(lines));
    await sync(await again.connect(), [...FEED, PENDING]);
    expect(withoutIds(await again.exported())).to.deep.equal(withoutIds(lines));
    expect(synced.provider.seen).not.to.be.empty;
  });
});

import { expect } from 'chai';
import { record } from '../../helpers/import-sessions.ts';
import { withoutIds } from '../../helpers/ledger-records.ts';
import { bankRow, withHouseholds } from '../../helpers/restored-households.ts';
import * as sample from '../../helpers/sample-records.ts';
import { words } from '../../helpers/for-all.ts';

const FILE = 'Booked,Amount,Text\n2025-06-02,-10.00,POS 1\n2025-06-05,-30.00,POS 2';
const FEED = [bankRow('a', -10, '02'), bankRow('b', -11, '03')];
const linked = (more: object = {}) =>
  record('Account', {
    id: 'a',
    name: 'A',
    balance: 1,
    accountable_type: 'Depository',
    currency: 'EUR',
    institution_name: 'Bank',
    provider_account_id: 'p1',
    ...more,
  });
const ofBank = (id: string, more: object = {}) =>
  sample.transaction({ id, name: id, source: 'provider', provider_id: id, ...more });

describe('undo of a restored household', function () {
  const { found, sync, database } = withHouseholds();
  type Home = Awaited<ReturnType<typeof found>>;

  /** What one household exports that has a bank, a file and a profile. */
  const exportOfOther = async (): Promise<string[]> => {
    const home = await found();
    await sync(await home.connect(), FEED);
    const account_id = (await home.list('accounts'))[0]?.id;
    const fields = { account_id, apply_suggestions: true, save_profile: 'Site' };
    await home.importFile(FILE, fields);
    return home.exported();
  };
  const left = async ({ householdId }: Home): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const table of words(
      'accounts provider_accounts import_profiles imports import_rows transactions',
    )) {
      const rows = await database.sql`
        select 1 from ${database.sql(table)} where household_id = ${householdId}`;
      counts[table] = rows.length;
    }
    return counts;
  };
  const kept = ({ undo }: any): string[] =>
    undo.kept.map(({ kind, reason }: any) => `${kind} ${reason}`).sort();

  it('leaves nothing of it, twice in one household', async () => {
    const lines = await exportOfOther();
    const home = await found();
    const first = await home.restore(lines);
    const before = withoutIds(await home.exported());
    const second = await home.restore(lines);
    expect(await home.list('accounts')).to.have.length(2);
    expect(await home.list('import_profiles')).to.have.length(1);
    expect(kept(await home.imports.undoSession(second))).to.deep.equal([]);
    expect(withoutIds(await home.exported())).to.deep.equal(before);
    const undone = await home.imports.undoSession(first);
    expect(kept(undone)).to.deep.equal([]);
    expect(undone.undo.removed).to.include({ transactions: 3, accounts: 1, import_profiles: 1 });
    expect(Object.values(await left(home)).join('')).to.equal('000000');
  });

  it('keeps a profile that a person changed, and one that a file was read with', async () => {
    const profile = { account_id: 'a', header_fingerprint: 'ab'.repeat(32) };
    const names = ['One', 'Two', 'Three'];
    const lines = [linked(), ...names.map((name) => record('ImportProfile', { ...profile, name }))];
    const home = await found();
    const id = await home.restore(lines);
    const profiles = await home.list('import_profiles');
    const [one, , two] = profiles;
    const body = { settings: { date_format: '%Y-%m-%d' } };
    await home.request('PATCH', `/api/v1/import_profiles/${one.id}`, { body });
    const raw_file_content = 'date,amount,name\n2025-06-02,-1,x';
    await home.imports.create({ raw_file_content, profile_id: two.id });
    const undone = await home.imports.undoSession(id);
    expect(kept(undone)).to.deep.equal(['import_profiles edited', 'import_profiles in_use']);
    expect(undone.undo.removed).to.include({ import_profiles: 1 });
  });

  it('keeps what a connection has had since', async () => {
    const home = await found();
    const id = await home.restore(await exportOfOther());
    await sync(await home.connect(), FEED);
    expect(kept(await home.imports.undoSession(id))).to.deep.equal([
      'accounts in_use',
      'transactions adopted',
      'transactions adopted',
    ]);
    expect((await home.ledger()).length).to.equal(2);
  });

  for (const isAll of [true, false])
    it(`${isAll ? 'keeps' : 'removes'} the opening balance of an account of which the bank has ${isAll ? 'all' : 'not all'} bookings`, async () => {
      const home = await found();
      const amounts = ['-10', '-11', '-30'].slice(0, isAll ? 2 : 3);
      const rows = amounts.map((amount, at) =>
        ofBank('abc'.charAt(at), {
          date: `2025-06-0${at + 2}`,
          amount: amount.slice(1),
          name: `Shop ${amount}`,
          ...(at === 2 ? { source: undefined, provider_id: undefined } : {}),
        }),
      );
      const id = await home.restore([linked({ balance: 100 }), ...rows]);
      const openings = () => database.sql`
        select amount::text from valuations where household_id = ${home.householdId} and kind = 'opening_anchor'`;
      const before = [...(await openings())];
      expect(before).to.deep.equal([{ amount: '100' }]);
      await sync(await home.connect(), FEED);
      await home.imports.undoSession(id);
      expect(await home.ledger()).to.have.length(2);
      expect([...(await openings())]).to.deep.equal(isAll ? before : []);
    });
});

describe('a made-up origin', function () {
  const { found, sync, database } = withHouseholds();
  const sourcesOf = ({ householdId }: { householdId: string }) => database.sql<
    { name: string; source: string; externalId: string | null }[]
  >`
    select name, split_part(source, ':', 1) as source, external_id
    from transactions
    where household_id = ${householdId} and removed_at is null
    order by name`;

  it('makes a row the bank’s only in an account that came with its counterpart, once per key', async () => {
    const home = await found();
    await home.restore([
      linked(),
      linked({ id: 'b', name: 'B', provider_account_id: null }),
      ofBank('first'),
      ofBank('second', { provider_id: 'first' }),
      ofBank('nameless', { provider_id: null }),
      ofBank('elsewhere', { account_id: 'b' }),
    ]);
    expect((await sourcesOf(home)).map(({ name, source }) => `${name} ${source}`)).to.deep.equal([
      'elsewhere native_session',
      'first provider',
      'nameless native_session',
      'second native_session',
    ]);
  });

  it('takes no row and no account of a connection, nor one of another household', async () => {
    const home = await found();
    const connection = await home.connect();
    await sync(connection, FEED);
    const [{ id }] = (await home.list('accounts')) as [{ id: string }];
    const session = await home.restore([
      ofBank('a', { account_id: id }),
      ofBank('z', { account_id: id }),
    ]);
    expect(await sync(connection, FEED)).to.include({ created: 0, updated: 0 });
    const rows = await sourcesOf(home);
    expect(rows.filter(({ source }) => source === 'provider')).to.have.length(2);
    const undone = await home.imports.undoSession(session);
    expect(undone.undo.removed).to.deep.equal({ transactions: 2 });

    const stranger = await found();
    await stranger.restore([linked()]);
    await stranger.restore([linked({ id: 'x' }), ofBank('a', { account_id: 'x' })]);
    expect(await sync(connection, FEED)).to.include({ created: 0, updated: 0 });
    expect(await home.list('accounts')).to.have.length(1);
    expect(await home.ledger()).to.have.length(2);
  });

  const invalid: [string, object][] = [
    ['provider_id', { provider_id: 'x'.repeat(1001) }],
    ['provider_id', { provider_id: '😀'.repeat(700) }],
    ['provider_digest', { provider_digest: 'abc' }],
    ['provider_former_ids', { provider_former_ids: Array.from({ length: 51 }, (_, n) => `${n}`) }],
    ['provider_former_ids', { provider_former_ids: [{}] }],
    ['files', { files: [{ name: 'x' }] }],
    ['files', { files: [{ name: 'x'.repeat(10_001), date: '2025-01-01' }] }],
    ['files', { files: [{ name: 'x', date: '2025-01-01', external_id: 'x'.repeat(256) }] }],
    ['files', { files: 'x' }],
  ];
  for (const [column, fields] of invalid) {
    it(`is refused by preflight and import: ${JSON.stringify(fields).slice(0, 60)}`, async () => {
      const home = await found();
      const lines = [linked(), ofBank('one', fields)];
      const body = { type: 'NativeImport', raw_file_content: lines.join('\n') };
      const { data } = (await home.request('POST', '/api/v1/imports/preflight', { body })).body;
      expect(data.errors.map((error: any) => error.column)).to.deep.equal([column]);
      const { error } = await home.tryToRestore(lines);
      expect(error).to.deep.include({ code: 'import_failed', field: column });
      expect(await home.ledger()).to.be.empty;
    });
  }

  it('of a profile is refused where no import would take the settings', async () => {
    const home = await found();
    const settings = { date_format: 'x'.repeat(1000), unheard_of: { deep: 1 } };
    const lines = [record('ImportProfile', { name: 'P', settings })];
    const body = { type: 'NativeImport', raw_file_content: lines.join('\n') };
    const { data } = (await home.request('POST', '/api/v1/imports/preflight', { body })).body;
    expect(data.errors.map((error: any) => error.column)).to.deep.equal(['settings']);
    await home.restore([
      record('ImportProfile', { name: 'P', settings: { unheard_of: { deep: 1 } } }),
    ]);
    expect((await home.list('import_profiles'))[0].settings).to.deep.equal({});
  });
});

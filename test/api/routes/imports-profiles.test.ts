import { expect } from 'chai';
import iconv from 'iconv-lite';
import { withImports } from '../../helpers/csv-imports.ts';
import { newAccount } from '../../helpers/rule-fixtures.ts';
import { answered } from '../../helpers/start-api.ts';

const FIRST = 'Statement\nDay;Sum;What\n03/02/2025;7.5;Tram\n';
/** The same bank's next file: its header is on another line. */
const SECOND = 'Statement\nof March\n\nDAY;sum;"What"\n04/03/2025;8.25;Bus\n';
const SETTINGS = {
  col_sep: ';',
  rows_to_skip: 1,
  date_format: '%d/%m/%Y',
  date_col_label: 'Day',
  amount_col_label: 'Sum',
  name_col_label: 'What',
  signage_convention: 'inflows_negative',
};

describe('imports with profiles', () => {
  const { database, api, imports } = withImports();
  let accountId = '';
  beforeEach('an account and no profile', async () => {
    const { householdId } = api.tenant;
    await database.sql`delete from import_profiles`;
    accountId = await newAccount(database.sql, householdId, { name: 'Giro' });
  });
  const create = async (
    raw_file_content: string,
    fields: object = {},
    as: 'write' | 'other' = 'write',
  ) => {
    const body = { raw_file_content, ...fields };
    const answer = await api.answers(201, 'POST', '/api/v1/imports', { body, as });
    // Publishing saves the profile.
    const { id, verdicts } = answer.body.data;
    if ('save_profile' in fields && verdicts.invalid === 0) await imports.publish(id);
    return answer.body.data;
  };
  const firstRow = async (id: string) =>
    (await api.get(`/api/v1/imports/${id}/rows`, { as: 'read' })).data[0].values;
  const profiles = async () => (await api.get('/api/v1/import_profiles', { as: 'read' })).data;

  it('takes true and false for what is to be done with the import, and nothing else', async () => {
    const fields = { raw_file_content: FIRST, account_id: accountId };
    for (const name of ['apply_suggestions', 'publish']) {
      for (const value of [5, 'yes', 'TRUE!']) {
        const body = { ...fields, [name]: value };
        const answer = await api.answers(422, 'POST', '/api/v1/imports', { body });
        expect(answer.body.message).to.equal(`${name} must be true or false.`);
      }
    }
    await create(FIRST, { ...SETTINGS, account_id: accountId, publish: 'False' });
  });

  it('names a row that a suggestion leaves out at the end although it may be a booking, and leaves the next file’s in', async () => {
    const file = (last: string) => `date,amount,name\n2025-03-01,1.00,Tea\n${last}`;
    const fields = { account_id: accountId, apply_suggestions: true, save_profile: 'Bank' };
    const first = await create(file('2025-03-02,abc,Bun'), fields);
    expect(first.settings.footer_rows_to_skip).to.equal(1);
    expect(first.warnings.join()).to.contain('amount: 3.');
    const next = await create(file('2025-04-02,2.00,Bun'), { account_id: accountId });
    expect(next.profile).to.include({ how: 'recognised' });
    expect(next.stats).to.include({ rows_count: 2, valid_rows_count: 2 });
  });

  it('leaves out the rows below each file’s table, however many', async () => {
    const file = (month: string, footer: string) =>
      `date,amount,name\n${['01', '02', '03', '04'].map((day) => `2025-${month}-${day},1.00,Tea\n`).join('')}${footer}`;
    const wish = { account_id: accountId, apply_suggestions: true, save_profile: 'Bank' };
    await create(file('03', 'Total,4.00,\n'), wish);
    expect((await profiles())[0].settings).to.not.have.property('footer_rows_to_skip');
    const next = await create(file('04', 'Total,4.00,\nPrinted by the bank,,\n'));
    expect(next.profile).to.include({ how: 'recognised' });
    expect(next.stats).to.include({ rows_count: 4, valid_rows_count: 4 });
    const sent = { ...wish, footer_rows_to_skip: 1 };
    await create(file('05', '2025-05-05,4.00,Balance\n'), sent);
    expect((await profiles())[0].settings).to.include({ footer_rows_to_skip: 1 });
  });

  it('keeps the date format that a file shows surely, not one that it leaves open', async () => {
    const file = (days: string[]) =>
      `date,amount,name\n${days.map((day) => `${day},-1.50,Tea\n`).join('')}`;
    const wish = { account_id: accountId, apply_suggestions: true, save_profile: 'Bank' };
    await create(file(['03/14/2025', '03/15/2025']), wish);
    const open = await create(file(['05/04/2025', '05/04/2025']));
    expect(await firstRow(open.id)).to.include({ date: '2025-05-04' });
    await create(file(['05/04/2025', '05/04/2025']), { ...wish, date_format: null });
    const sure = await create(file(['15/04/2025', '16/04/2025']));
    expect(await firstRow(sure.id)).to.include({ date: '2025-04-15' });
    expect(sure.warnings.join()).to.not.contain('does not fit');
  });

  it('reads a file in another encoding where its bytes are surely of another script', async () => {
    const settings = { ...SETTINGS, encoding: 'euc-jp' };
    await api.request('POST', '/api/v1/import_profiles', {
      body: { name: 'Bank', settings, account_id: accountId },
    });
    const [{ id: profile_id }] = await profiles();
    await imports.publish((await create(FIRST, { profile_id })).id);
    const words = ['서울식품', '가나은행에서 보낸 급여', '한국전자 카드결제'];
    const rows = words.map((word) => `04/03/2025;8.25;${word}\n`).join('');
    const bytes = iconv.encode(`Statement\nDay;Sum;What\n${rows}`, 'euc-kr');
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'text/csv' }), 'next.csv');
    const { data } = (await api.request('POST', '/api/v1/imports', { body: form })).body;
    expect(data.profile).to.include({ how: 'recognised' });
    expect(data.settings).to.include({ encoding: 'euc-kr' });
    expect(await firstRow(data.id)).to.include({ name: '서울식품' });
  });

  it('reads a file as it suggests where most rows do not fit the header that a profile knows', async () => {
    const header = 'Konto;Buchungstag;Name;IBAN;Text;Zweck;Betrag;Waehrung;Saldo';
    const rows = (middle: string) =>
      [95, 89, 82, 74].map(
        (balance, at) =>
          `Giro;1${at}.03.2025;Laden ${at};${middle};Kauf;-${at + 5},00;EUR;${balance},00`,
      );
    const whole = [header, ...rows('DE1;Karte')].join('\n');
    const wish = { account_id: accountId, apply_suggestions: true, save_profile: 'Bank' };
    expect((await create(whole, wish)).stats).to.include({ valid_rows_count: 4 });
    const shifted = [header, ...rows('DE1')].join('\n');
    const next = await create(shifted);
    expect(next.profile).to.include({ how: 'recognised' });
    expect(next.stats, next.warnings.join()).to.include({ valid_rows_count: 4 });
    expect(next.warnings[0]).to.contain('does not fit most rows');
  });

  it('knows a header with more separators behind it', async () => {
    await create(FIRST, { ...SETTINGS, account_id: accountId, save_profile: 'My bank' });
    const next = await create(FIRST.replace('What\n', 'What;;;\n'));
    expect(next.profile).to.include({ how: 'recognised' });
  });

  it('keeps how a file was read, and reads the next one of the bank so, wherever its header is', async () => {
    await create(FIRST, { ...SETTINGS, account_id: accountId, save_profile: ' My bank ' });
    const [saved] = await profiles();
    const settings = { ...SETTINGS, inferred_settings: ['date_format'] };
    expect(saved).to.deep.include({ name: 'My bank', account_id: accountId, settings });
    const next = await create(SECOND);
    expect(next.profile).to.deep.equal({ id: saved.id, name: 'My bank', how: 'recognised' });
    expect(next).to.include({ account_id: accountId });
    expect(next.stats).to.include({ rows_count: 1, valid_rows_count: 1 });
    expect(await firstRow(next.id)).to.include({
      date: '2025-03-04',
      amount: '-8.25',
      name: 'Bus',
    });
  });

  it('keeps a correction under a name, and changes the profile of that name by it', async () => {
    const { id } = await create(FIRST, { account_id: accountId });
    const correct = (importId: string, body: object) =>
      api.request('PATCH', `/api/v1/imports/${importId}`, { body });
    await correct(id, { ...SETTINGS, save_profile: 'My bank' });
    await imports.publish(id);
    const settings = { ...SETTINGS, inferred_settings: [] };
    expect((await profiles())[0]).to.deep.include({ account_id: accountId, settings });
    const next = await create(SECOND);
    expect(next.profile).to.include({ name: 'My bank', how: 'recognised' });
    const turned = { signage_convention: 'inflows_positive', save_profile: 'My bank' };
    await answered(200, correct(next.id, turned));
    await imports.publish(next.id);
    expect(await profiles()).to.have.length(1);
    const third = await create(FIRST);
    expect(third.profile).to.include({ name: 'My bank', how: 'recognised' });
    expect(await firstRow(third.id)).to.include({ amount: '7.5' });
    await answered(422, correct(third.id, { save_profile: 'a\0b' }));
  });

  it('lets another household read its files with a profile that it was given as JSON', async () => {
    await create(FIRST, { ...SETTINGS, account_id: accountId, save_profile: 'My bank' });
    const { account_id: _own, ...given } = (await profiles())[0];
    await api.answers(201, 'POST', '/api/v1/import_profiles', { body: given, as: 'other' });
    const next = await create(SECOND, {}, 'other');
    expect(next.profile).to.include({ name: 'My bank', how: 'recognised' });
    expect(next.settings).to.include({ date_format: '%d/%m/%Y', name_col_label: 'What' });
  });

  it('reads the dates of a bank that writes them in another way now, and says so', async () => {
    const chosen = { ...SETTINGS, inferred_settings: '' };
    await create(FIRST, { ...chosen, account_id: accountId, save_profile: 'My bank' });
    const changed = 'DAY;sum;What\n2025-03-04;8.25;Bus\n2025-03-15;1.10;Tram\n';
    const next = await create(changed);
    expect(next.profile).to.include({ how: 'recognised' });
    expect(next.stats).to.include({ valid_rows_count: 2 });
    expect(await firstRow(next.id)).to.include({ date: '2025-03-04', amount: '-8.25' });
    expect(next.warnings[0]).to.contain('does not fit this file');
    expect((await create(SECOND)).warnings.join()).to.not.contain('does not fit');
  });

  it('reads a file in UTF-8 as such although the bank wrote another encoding before', async () => {
    const settings = { ...SETTINGS, encoding: 'windows-1252' };
    await create(FIRST, { ...settings, account_id: accountId, save_profile: 'My bank' });
    const next = await create('DAY;sum;What\n04/03/2025;8.25;Café\n');
    expect(next.profile).to.include({ how: 'recognised' });
    expect(await firstRow(next.id)).to.include({ name: 'Café' });
  });

  it('keeps suggestions that were applied', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => `1${at}.01.2025;-${at}1,50;Laden ${at}`);
    const german = `Datum;Betrag;Empfänger\n${rows.join('\n')}\n`;
    const fields = { account_id: accountId, apply_suggestions: true, save_profile: 'Bank' };
    await create(german, fields);
    const next = await create(german.replaceAll('2025', '2024'));
    expect(next.profile).to.include({ how: 'recognised' });
    expect(next.stats).to.include({ valid_rows_count: 9 });
  });

  it('recognises nothing when a setting was sent, it has another header, or the profile is another household’s', async () => {
    await create(FIRST, { ...SETTINGS, save_profile: 'My bank' });
    expect((await create(SECOND, { col_sep: ';', rows_to_skip: 3 })).profile).to.equal(null);
    expect((await create('Day;Sum;Where\n1;2;3\n')).profile).to.equal(null);
    expect((await create(SECOND, {}, 'other')).profile).to.equal(null);
    expect((await create(SECOND, { type: 'TradeImport' })).profile).to.equal(null);
  });

  it('learns the header of a profile from the first import published with it, once', async () => {
    const body = { name: 'Given', settings: SETTINGS };
    const { id } = (await api.request('POST', '/api/v1/import_profiles', { body })).body.data;
    const made = await create(FIRST, { profile_id: id, account_id: accountId });
    expect(made.profile).to.deep.equal({ id, name: 'Given', how: 'given' });
    await imports.publish(made.id);
    const [learned] = await profiles();
    expect(learned.header_fingerprint).to.match(/^[0-9a-f]{64}$/);
    expect((await create(SECOND)).profile).to.include({ id, how: 'recognised' });
    const other = 'a;Day;Sum;What\n1;03/02/2025;1;x\n';
    const again = await create(other, { profile_id: id, rows_to_skip: 0, account_id: accountId });
    await imports.publish(again.id);
    expect((await profiles())[0].header_fingerprint).to.equal(learned.header_fingerprint);
  });

  it('names no account when profiles of one header name two, and takes the one of the account that is sent', async () => {
    const other = await newAccount(database.sql, api.tenant.householdId, { name: 'Savings' });
    await create(FIRST, { ...SETTINGS, account_id: accountId, save_profile: 'Giro' });
    await create(FIRST, { ...SETTINGS, account_id: other, save_profile: 'Savings' });
    expect((await create(SECOND)).account_id).to.equal(null);
    const sent = await create(SECOND, { account_id: accountId });
    expect(sent.profile).to.include({ name: 'Giro' });
  });

  it('refuses a profile that is not there, or of another type', async () => {
    const body = { name: 'Trades', type: 'TradeImport' };
    const { id } = (await api.request('POST', '/api/v1/import_profiles', { body })).body.data;
    for (const [fields, expected] of [
      [{ profile_id: '00000000-0000-4000-8000-000000000000' }, 404],
      [{ profile_id: 'x' }, 404],
      [{ profile_id: id, type: 'TransactionImport' }, 422],
      [{ save_profile: 'x'.repeat(256) }, 422],
      [{ save_profile: 'a\0b' }, 422],
    ] as const) {
      const sent = { raw_file_content: FIRST, ...fields };
      const { status } = await api.request('POST', '/api/v1/imports', { body: sent });
      expect(status, JSON.stringify(fields)).to.equal(expected);
    }
  });
});

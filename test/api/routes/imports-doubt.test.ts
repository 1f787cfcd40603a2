import { expect } from 'chai';
import { csvImports } from '../../helpers/csv-imports.ts';
import { withApi } from '../../helpers/start-api.ts';

/** Masked cards and positive amounts: by their distribution alone, money out is positive. */
const CARD = [
  'Datum;Kartennummer;Händler;Betrag',
  '03.03.2025;5412 34XX XXXX 1234;MIGROS BERN;45.20',
  '17.03.2025;5412 34XX XXXX 1234;SBB MOBILE;12.80',
  '19.03.2025;5412 34XX XXXX 1234;HOTEL POST;310.00',
].join('\n');
const DOUBT = 'money out is positive in this content';
/** Neither the cells nor anything else distinguishes day from month. */
const OPEN_DATES = 'date,amount,name\n03-04-2025,-1.50,Tea\n03-04-2025,-2.50,Bun\n';

describe('doubt about an import', () => {
  const { database, api } = withApi();
  const imports = csvImports(database, api);
  let accountId = '';
  beforeEach('an account and no profile', async () => {
    await database.sql`delete from import_profiles`;
    accountId = await imports.addAccount({ name: 'Card' });
  });
  const preflight = async (raw_file_content: string, fields: object = {}) => {
    const body = { raw_file_content, ...fields };
    const answer = await api.answers(200, 'POST', '/api/v1/imports/preflight', { body });
    return answer.body.data;
  };
  const create = (raw_file_content: string, fields: object = {}) =>
    imports.create({ raw_file_content, account_id: accountId, ...fields });
  const profiles = async () => (await api.get('/api/v1/import_profiles')).data;
  const valuesOf = ({ suggestions = {} }: any) =>
    Object.fromEntries(Object.entries<any>(suggestions).map(([name, { value }]) => [name, value]));
  const expectInDoubt = (answer: any) => {
    expect(answer.evidence.sign).to.deep.equal({ basis: 'distribution' });
    expect(answer.warnings.join()).to.contain(DOUBT);
    expect(answer.inferred_settings).to.include('signage_convention');
  };

  it('stays in the second answer, in the import, when it is published, and in the next file of its profile', async () => {
    const first = await preflight(CARD);
    expect(first.warnings.join()).to.contain(DOUBT);
    const values = valuesOf(first);
    expectInDoubt(await preflight(CARD, { apply_suggestions: true }));
    expectInDoubt(await preflight(CARD, values));
    expectInDoubt(await preflight(CARD, { ...values, inferred_settings: Object.keys(values) }));
    expectInDoubt(await create(CARD, values));
    const made = await create(CARD, { apply_suggestions: true, save_profile: 'Card' });
    expectInDoubt(made);
    expectInDoubt(await imports.publish(made.id));
    const [profile] = await profiles();
    expect(profile.settings.inferred_settings).to.include('signage_convention');
    const next = await create(CARD.replaceAll('.03.', '.04.'));
    expect(next.profile).to.include({ how: 'recognised' });
    expectInDoubt(next);
  });

  it('stays where a request repeats it, whatever a profile says of its settings', async () => {
    const values = valuesOf(await preflight(CARD));
    const { signage_convention, ...others } = values;
    const profileOf = async (settings: object): Promise<string> => {
      await database.sql`delete from import_profiles`;
      const body = { name: 'Card', settings };
      return (await api.request('POST', '/api/v1/import_profiles', { body })).body.data.id;
    };
    const profile_id = await profileOf({ ...others, inferred_settings: [] });
    expectInDoubt(await create(CARD, { profile_id, signage_convention }));
    // A profile from before settings had an origin, and a request that says whose its own are.
    const old = { profile_id: await profileOf(values), col_sep: ';', inferred_settings: [] };
    expectInDoubt(await create(CARD, old));
    const theirs = { profile_id: old.profile_id, signage_convention, inferred_settings: [] };
    expect((await create(CARD, theirs)).evidence.sign).to.deep.equal({ basis: 'sent' });
    // Read with the default separator, the sign is in no doubt yet.
    expectInDoubt(await preflight(CARD, { signage_convention, apply_suggestions: true }));
  });

  it('ends when a person says that the settings are theirs, or changes the import or the profile', async () => {
    const values = valuesOf(await preflight(CARD));
    const isTheirs = (answer: any) => {
      expect(answer.evidence.sign).to.deep.equal({ basis: 'sent' });
      expect(answer.warnings.join()).not.to.contain(DOUBT);
      expect(answer.inferred_settings).not.to.include('signage_convention');
    };
    for (const inferred_settings of [[], '', ['col_sep']]) {
      isTheirs(await preflight(CARD, { ...values, inferred_settings }));
    }
    const made = await create(CARD, { apply_suggestions: true, save_profile: 'Card' });
    const chosen = { signage_convention: 'inflows_negative' };
    isTheirs(await imports.call('PATCH', `/${made.id}`, 200, chosen));
    await imports.publish(made.id);
    const [profile] = await profiles();
    expect(profile.settings.inferred_settings).not.to.include('signage_convention');
    isTheirs(await create(CARD.replaceAll('.03.', '.04.')));
  });

  it('is asked for where day and month are alike, and preflight and import read them alike', async () => {
    const report = await preflight(OPEN_DATES, { sample_rows: 2 });
    expect(report.evidence.date_order).to.deep.equal({ basis: 'none' });
    expect(report.warnings.join()).to.contain('fit %m-%d-%Y and %d-%m-%Y alike');
    const british = OPEN_DATES.replace('name', 'name,currency')
      .replace('Tea', 'Tea,GBP')
      .replace('Bun', 'Bun,GBP');
    for (const apply_suggestions of [false, true]) {
      const read = await preflight(british, { apply_suggestions, sample_rows: 1 });
      expect(read.evidence.date_order).to.deep.equal({ basis: 'words' });
      expect(read.warnings.join()).to.contain('suggests %d-%m-%Y, but %m-%d-%Y fits');
      expect(read.sample[0].date).to.equal('2025-04-03');
      const { id, warnings, settings } = await create(british, { apply_suggestions });
      expect({ warnings, settings }).to.deep.include({
        warnings: read.warnings,
        settings: read.settings,
      });
      const rows = await imports.call('GET', `/${id}/rows`, 200);
      expect(rows[0].values.date).to.equal('2025-04-03');
    }
  });

  it('leaves what was sent as it was sent, whatever is suggested', async () => {
    const sent = { signage_convention: 'inflows_positive', apply_suggestions: true };
    expect((await create(CARD, sent)).settings).to.include({
      signage_convention: 'inflows_positive',
    });
  });

  it('is warned of an unnamed column and of an unknown field', async () => {
    const text = 'Date,Amount,Description\n2025-03-14,-4.50,Tea\n';
    for (const ask of [preflight, create]) {
      const { warnings, warning_details } = await ask(text, { aply_suggestions: true });
      expect(warnings.join()).to.contain('"Description" (name_col_label)');
      expect(warnings[0]).to.equal(
        'There is no field aply_suggestions here; it was ignored; did you mean apply_suggestions?',
      );
      expect(warning_details).to.deep.equal([
        {
          code: 'unknown_field_near',
          values: { field: 'aply_suggestions', near: 'apply_suggestions' },
        },
        { code: 'columns_unread', values: { columns: '"Description" (name_col_label)' } },
      ]);
    }
    expect((await create(text, { apply_suggestions: true })).warnings.join()).not.to.contain(
      'not read',
    );
    const form = new FormData();
    form.set('raw_file_content', text);
    form.set('daet_format', '%Y');
    for (const body of [form, new URLSearchParams({ raw_file_content: text, daet_format: '%Y' })]) {
      const headers = { 'X-Api-Key': api.tenant.writeKey };
      const sent = { method: 'POST', headers, body };
      const answer = await fetch(`${api.baseUrl}/api/v1/imports/preflight`, sent);
      const { data } = (await answer.json()) as { data: { warnings: string[] } };
      expect(data.warnings[0]).to.contain('did you mean date_format?');
    }
  });
});

describe('what preflight calls invalid', () => {
  const { database, api } = withApi();
  const imports = csvImports(database, api);

  it('is not published: a column that is not there, or a row that does not read', async () => {
    const account_id = await imports.addAccount({ name: 'Giro' });
    const raw_file_content = 'date,amount,what\n2025-03-14,-4.50,Tea\n';
    const lost = { raw_file_content, account_id, name_col_label: 'Payee' };
    const { id } = await imports.create(lost);
    for (const body of [{}, { skip_invalid: true }]) {
      const answer = await api.answers(422, 'POST', `/api/v1/imports/${id}/publish`, { body });
      expect(answer.body.message).to.contain('"Payee" (name_col_label) is not in the header row');
    }
    const stays = await imports.create({ ...lost, publish: true });
    expect(stays).to.include({ status: 'pending' });
    expect(stays.error).to.include({ code: 'invalid_content' });
    await imports.call('PATCH', `/${id}`, 200, { name_col_label: 'what' });
    expect(await imports.publish(id)).to.include({ status: 'complete' });
  });

  it('is not published: a last row that does not read is no footer', async () => {
    const rows = ['2025-02-01,-4.00,Tea', '2025-02-13,-5.00,Bun', '2025-02-30,-40.00,Rent'];
    const fields = {
      raw_file_content: `date,amount,name\n${rows.join('\n')}\n`,
      account_id: await imports.addAccount({ name: 'Rent' }),
      apply_suggestions: true,
    };
    const made = await imports.create(fields);
    expect(made.stats).to.include({ rows_count: 3, invalid_rows_count: 1 });
    const answer = await api.answers(422, 'POST', `/api/v1/imports/${made.id}/publish`);
    expect(answer.body.details.lines).to.deep.equal([4]);
  });

  it('is refused at once where it is no text', async () => {
    let state = 7;
    const bytes = Uint8Array.from({ length: 20_000 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return state >> 16;
    });
    for (const path of ['/api/v1/imports', '/api/v1/imports/preflight']) {
      const form = new FormData();
      form.set('file', new Blob([bytes], { type: 'text/csv' }), 'bank.csv');
      await api.answers([422, 'invalid_file_type'], 'POST', path, { body: form });
    }
  });
});

describe('the profile that an import asks for', () => {
  const { database, api } = withApi();
  const imports = csvImports(database, api);
  const text = 'date,amount,name\n2025-03-14,-4.50,Tea\n';
  const profiles = async () =>
    (await api.get('/api/v1/import_profiles')).data.map(({ name, settings }: any) => [
      name,
      settings.signage_convention,
    ]);

  it('is saved by publishing, not by an import that is deleted, and goes with its undo', async () => {
    const account_id = await imports.addAccount({ name: 'Giro' });
    const wish = { raw_file_content: text, account_id, save_profile: 'Bank' };
    const declined = await imports.create({ ...wish, signage_convention: 'inflows_negative' });
    expect(declined).to.include({ save_profile: 'Bank' });
    await imports.call('DELETE', `/${declined.id}`, 204);
    expect(await profiles()).to.deep.equal([]);

    const positive = await imports.create({ ...wish, signage_convention: 'inflows_positive' });
    await imports.publish(positive.id);
    expect(await profiles()).to.deep.equal([['Bank', 'inflows_positive']]);

    const raw_file_content = text.replace('Tea', 'Bun');
    const other = await imports.create({ ...wish, raw_file_content });
    await imports.call('PATCH', `/${other.id}`, 200, { signage_convention: 'inflows_negative' });
    expect(await profiles()).to.deep.equal([['Bank', 'inflows_positive']]);
    await imports.publish(other.id);
    expect(await profiles()).to.deep.equal([['Bank', 'inflows_negative']]);
    await imports.undo(other.id);
    expect(await profiles()).to.deep.equal([['Bank', 'inflows_positive']]);
    await imports.undo(positive.id);
    expect((await profiles()).length).to.be.at.most(1);
  });

  it('learns its header by publishing, not from an import that is deleted, and forgets it with its undo', async () => {
    const account_id = await imports.addAccount({ name: 'Taught' });
    const body = { name: 'Given', settings: { date_format: '%Y-%m-%d' } };
    const { id } = (await api.request('POST', '/api/v1/import_profiles', { body })).body.data;
    const knows = async () =>
      (await api.get(`/api/v1/import_profiles/${id}`)).data.header_fingerprint !== null;
    const wish = { raw_file_content: text, account_id, profile_id: id };
    const declined = await imports.create(wish);
    await imports.call('PATCH', `/${declined.id}`, 200, { date_format: '%Y-%m-%d' });
    await imports.call('DELETE', `/${declined.id}`, 204);
    expect(await knows()).to.equal(false);
    const made = await imports.create(wish);
    expect(made.profile).to.deep.equal({ id, name: 'Given', how: 'given' });
    await imports.publish(made.id);
    expect(await knows()).to.equal(true);
    await imports.undo(made.id);
    expect(await knows()).to.equal(false);
  });
});

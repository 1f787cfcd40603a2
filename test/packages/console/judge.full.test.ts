import { expect } from 'chai';
import {
  judge as judgeOrWait,
  knownProfiles,
  SAMPLE_ROWS,
} from '../../../packages/console/pages/imports/judge.ts';
import { statements } from '../../helpers/fixture-statements.ts';
import { withImports } from '../../helpers/csv-imports.ts';

const STATEMENT = [
  ':20:START',
  ':25:10020030/1234567',
  ':28C:1/1',
  ':60F:C250101EUR100,00',
  ':61:2501020102D12,50NMSCNONREF',
  ':86:Hofladen',
  ':62F:C250102EUR87,50',
  '',
].join('\r\n');
const HISTORY =
  '{"type":"Transaction","data":{"id":"t1","account_id":"a1","date":"2026-01-31","amount":"4.20","currency":"EUR"}}\n';

async function judge(...asked: Parameters<typeof judgeOrWait>) {
  const judged = await judgeOrWait(...asked);
  if (judged === null) throw new Error('it waits for names');
  return judged;
}

describe('the judgement of the console', () => {
  const { api, imports } = withImports();

  it('is the answer of the service to the byte, for tables, statements and histories', async () => {
    const seen: string[] = [];
    for (const text of [...statements(), STATEMENT, HISTORY, 'date,amount\n2025-01-31,x\n']) {
      const content = new TextEncoder().encode(text);
      const asked = { ...ALONE, content };
      const file = { filename: 'export.csv', contentType: 'text/csv' };
      const own = await judge({ ...asked, ...file }, api.clock.now());
      const form = new FormData();
      form.set('file', new File([content], file.filename, { type: file.contentType }));
      const isHistory = text === HISTORY;
      form.set('type', isHistory ? 'NativeImport' : 'TransactionImport');
      if (isHistory) form.set('file', new File([content], 'export.csv', { type: 'text/plain' }));
      form.set('apply_suggestions', 'true');
      form.set('sample_rows', String(SAMPLE_ROWS));
      const { status, body, text: answer } = await api.request('POST', PATH, { body: form });
      if ('refused' in own) expect(status, answer).to.equal(422);
      else if (isHistory) expect(body.data.errors).to.deep.equal(own.preflight.errors);
      else expect(JSON.stringify(own.preflight)).to.equal(JSON.stringify(body.data));
      seen.push('refused' in own ? 'refused' : own.preflight.type);
    }
    expect(new Set(seen)).to.include.keys('TransactionImport', 'NativeImport');
    expect(seen.length).to.be.greaterThan(60);
  });

  it('is what the service reads with a profile, also after a person chose another setting', async () => {
    const account_id = await imports.addAccount({ name: 'Giro' });
    const header = 'Tag,Summe,Wer,Wohin\n';
    const settings = { date_format: '%d/%m/%Y', signage_convention: 'inflows_negative' };
    const first = { raw_file_content: `${header}03/04/2026,12.50,Ann,Rome\n`, ...settings };
    const wish = { apply_suggestions: true };
    await imports.bring({ ...first, ...wish, account_id, save_profile: 'Card' });
    const { data } = await api.get('/api/v1/import_profiles', { as: 'read' });
    const raw_file_content = `${header}03/05/2026,22.50,Ann,Rome\n`;
    const content = new TextEncoder().encode(raw_file_content);
    const file = { ...ALONE, content, filename: 'a.csv', contentType: 'text/csv' };
    for (const [chosen, date] of [
      [{}, '2026-05-03'],
      [{ date_format: '%m/%d/%Y' }, '2026-03-05'],
    ] as const) {
      const asked = { ...file, settings: chosen, profiles: knownProfiles(data) };
      const own = await judge(asked, api.clock.now());
      if ('refused' in own) throw new Error(own.refused.message);
      const profile_id = own.profile?.how === 'given' ? own.profile.id : undefined;
      const made = await imports.create({ raw_file_content, ...wish, ...chosen, profile_id });
      expect(made.profile).to.include({ ...own.profile, name: 'Card' });
      expect(made.account_id).to.equal(own.accountId).and.to.equal(account_id);
      const { settings, inferred_settings, warnings, evidence, sample } = own.preflight;
      expect(made).to.deep.include({ settings, warnings, evidence });
      expect(made.inferred_settings).to.have.members(inferred_settings ?? []);
      expect(sample?.[0]).to.include({ date, amount: '-22.5' });
      const [row] = await imports.call('GET', `/${made.id}/rows`, 200);
      expect(row.values).to.include({ date, amount: '-22.5' });
    }
  });

  it('waits for the names of the household with a history alone', async () => {
    for (const [text, waits] of [
      [HISTORY, true],
      ['date,amount\n2025-01-31,1\n', false],
    ] as const) {
      const about = { ...ALONE, filename: 'a', contentType: 'text/csv', existing: null };
      const content = new TextEncoder().encode(text);
      expect((await judgeOrWait({ ...about, content }, new Date())) === null).to.equal(waits);
    }
  });

  it('knows the lines that it speaks of, as the file has them', async () => {
    const content = new TextEncoder().encode('date,amount\r\n2025-01-31,x\r\n2025-02-01,-2.00\r\n');
    const about = { ...ALONE, filename: 'a.csv', contentType: 'text/csv' };
    const judged = await judge({ content, ...about }, api.clock.now());
    if ('refused' in judged) throw new Error(judged.refused.message);
    expect(judged.lines).to.deep.equal({ 2: '2025-01-31,x', 3: '2025-02-01,-2.00' });
  });
});

const PATH = '/api/v1/imports/preflight';
const existing = { categories: [], tags: [], merchants: [] };
const ALONE = { type: null, accountId: null, settings: {}, profiles: [], existing };

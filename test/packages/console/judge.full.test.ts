import { expect } from 'chai';
import { judge, SAMPLE_ROWS } from '../../../packages/console/pages/imports/judge.ts';
import { statements } from '../../helpers/fixture-statements.ts';
import { withApi } from '../../helpers/start-api.ts';

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

describe('the judgement of the console', () => {
  const { api } = withApi();

  it('is the answer of the service to the byte, for tables, statements and histories', async () => {
    const seen: string[] = [];
    for (const text of [...statements(), STATEMENT, HISTORY, 'date,amount\n2025-01-31,x\n']) {
      const content = new TextEncoder().encode(text);
      const asked = { type: null, settings: {}, existing: NONE, content };
      const file = { filename: 'export.csv', contentType: 'text/csv' };
      const own = judge({ ...asked, ...file }, api.clock.now());
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

  it('knows the lines that it speaks of, as the file has them', () => {
    const content = new TextEncoder().encode('date,amount\r\n2025-01-31,x\r\n2025-02-01,-2.00\r\n');
    const about = { filename: 'a.csv', contentType: 'text/csv', type: null, settings: {} };
    const judged = judge({ content, ...about, existing: NONE }, api.clock.now());
    if ('refused' in judged) throw new Error(judged.refused.message);
    expect(judged.lines).to.deep.equal({ 2: '2025-01-31,x', 3: '2025-02-01,-2.00' });
  });
});

const PATH = '/api/v1/imports/preflight';
const NONE = { categories: [], tags: [], merchants: [] };

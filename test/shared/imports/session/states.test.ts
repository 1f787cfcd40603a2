import { expect } from 'chai';
import { checkSession } from '../../../../shared/imports/session/check-session.ts';
import { checkChunk, withSessionFindings } from '../../../../shared/imports/session/chunk-check.ts';
import { multiplyDecimals } from '#preflight/money';
import { record } from '../../../helpers/import-sessions.ts';

const options = { existing: { categories: ['Food'], tags: [], merchants: [] }, rowsMax: 100 };
const check = (...lines: string[]) => checkChunk(Buffer.from(lines.join('\n')), options);

describe('the check of a chunk', () => {
  it('reports what the import would skip or fail on, with the line', () => {
    const { error } = check(record('Category', { id: 'c', name: 'Food' }), '{broken');
    expect(error).to.include({ code: 'records_need_attention', findings_count: 2 });
    const findings = error?.['findings'] as { code: string; line: number }[];
    expect(findings.map(({ code, line }) => [code, line])).to.deep.equal([
      ['invalid_json', 2],
      ['existing_taxonomy_collision', 1],
    ]);
  });

  it('asks for the ids that an import needs, unlike a preflight', () => {
    const entry = { account_id: 'a', date: '2024-01-01', amount: '6' };
    const { error } = check(
      record('Account', { id: 'a', name: 'A', balance: 1, accountable_type: 'Loan' }),
      record('Valuation', entry),
      record('Trade', { ...entry, qty: 1, price: 6, ticker: 'ABC', id: ' ' }),
    );
    const findings = error?.['findings'] as { message: string }[];
    expect(findings.map(({ message }) => message)).to.deep.equal([
      'Line 2: Valuation lacks id.',
      'Line 3: Trade lacks id.',
    ]);
  });

  it('leaves references to the check of the whole session', () => {
    const transaction = record('Transaction', {
      id: 'x',
      account_id: 'a',
      date: '2025-01-01',
      amount: 1,
    });
    const account = record('Account', { id: 'a', name: 'A', balance: 1, accountable_type: 'Loan' });
    const first = check(transaction);
    const second = check(account);
    expect(first.error).to.equal(null);
    const chunks = [
      { id: 'two', sequence: 2, outline: second.outline },
      { id: 'one', sequence: 1, outline: first.outline },
    ];
    const found = checkSession(chunks, new Set(), new Map());
    expect([...found.keys()]).to.deep.equal(['one']);
    expect(found.get('one')?.[0]).to.include({ code: 'missing_reference', line: 1 });
    expect(found.get('one')?.[0]?.message).to.contain('only in chunk 2');
    // What a chunk of the session holds is never the household's own.
    expect(checkSession(chunks, new Set(['accounts a']), new Map())).to.deep.equal(found);
    const swapped = checkSession(
      [
        { id: 'two', sequence: 1, outline: second.outline },
        { id: 'one', sequence: 2, outline: first.outline },
      ],
      new Set(),
      new Map(),
    );
    expect(swapped.size).to.equal(0);
  });

  it('replaces findings about the session, and keeps those of the upload', () => {
    const { error } = check('{broken', record('Tag', { id: 't', name: 'T' }));
    const finding = { code: 'missing_reference', message: 'm', line: 9 };
    const once = withSessionFindings(error, [finding]);
    expect(once).to.include({ findings_count: 2 });
    expect(withSessionFindings(once, [finding])).to.deep.equal(once);
    expect(withSessionFindings(once, [])).to.deep.equal(error);
    const failed = { code: 'import_failed' as const, message: 'failed' };
    expect(withSessionFindings(failed, [finding])).to.equal(failed);
  });
});

describe('decimals', () => {
  it('multiplies exactly', () => {
    expect(multiplyDecimals('0.1', '0.2')).to.equal('0.02');
    expect(multiplyDecimals('-12345678901234567.89', '10.01')).to.equal('-123580245801358024.5789');
  });
});

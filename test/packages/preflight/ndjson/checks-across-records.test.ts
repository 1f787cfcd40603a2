import { expect } from 'chai';
import { describe, it } from 'mocha';
import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import {
  account,
  check,
  codes,
  nothing,
  record,
  transaction,
} from '../../../helpers/check-ndjson.ts';

describe('preflightNdjson, across records', () => {
  describe('names and ids', () => {
    it('reports each collision with the household, then each name used twice once', () => {
      const report = check(
        [
          record('Merchant', { id: 1, name: 'Bakery' }),
          record('Category', { id: 1, name: 'Pets' }),
          record('Category', { id: 2, name: 'Pets' }),
          record('Tag', { id: 1, name: 'Pets' }),
          record('Category', { id: 3, name: 'pets' }),
        ],
        { categories: ['Pets'], merchants: new Set(['Bakery']) },
      );
      expect(report.errors.map(({ code, line }) => [code, line])).to.deep.equal([
        ['existing_taxonomy_collision', 2],
        ['existing_taxonomy_collision', 3],
        ['existing_taxonomy_collision', 1],
        ['duplicate_taxonomy_name', 3],
      ]);
      expect(report.errors[3]?.message).to.contain('lines 2, 3');
    });

    it('compares ids as text, digit for digit, one error per repeated id', () => {
      const report = check([
        '{"type":"Tag","data":{"id":1,"name":"A"}}',
        '{"type":"Tag","data":{"id":"1","name":"B"}}',
        '{"type":"Tag","data":{"id":" 1 ","name":"C"}}',
        '{"type":"Tag","data":{"id":12345678901234567890,"name":"D"}}',
        '{"type":"Tag","data":{"id":12345678901234567891,"name":"E"}}',
        '{"type":"Merchant","data":{"id":1,"name":"A"}}',
      ]);
      expect(codes(report)).to.deep.equal(['duplicate_source_id']);
      expect(report.errors[0]?.message).to.contain('lines 1, 2, 3');
    });

    it('flags repeated rule ids while the content can be published in one go', () => {
      const rules = ['r', 'r'].map((id) => record('Rule', { id, name: null }));
      expect(codes(check(rules))).to.deep.equal(['duplicate_source_id']);
      const bytes = Buffer.from(rules.map((rule) => JSON.stringify(rule)).join('\n'));
      const report = preflightNdjson(bytes, { existing: nothing, rowsMax: 1 });
      expect(report.errors).to.deep.equal([]);
      expect(report.warnings).to.have.length(1);
    });
  });

  describe('references', () => {
    it('may point forward, and are grouped by type of first appearance when they dangle', () => {
      const report = check([
        transaction({ category_id: 'c1', tag_ids: ['g1', 'no', 7] }),
        record('Balance', { account_id: 'no', date: '2025-01-01', balance: 1 }),
        transaction({ id: 't2', account_id: 'no' }),
        record('Category', { id: 'c1', name: 'Food', parent_id: 'no' }),
        record('Tag', { id: 'g1', name: 'Trip' }),
        account,
      ]);
      expect(report.errors.map(({ code, line, value }) => [code, line, value])).to.deep.equal([
        ['missing_reference', 1, 'no'],
        ['missing_reference', 1, '7'],
        ['missing_reference', 3, 'no'],
        ['missing_reference', 2, 'no'],
        ['missing_reference', 4, 'no'],
      ]);
    });

    it('must not form rings of category parents: one error per ring', () => {
      const category = (id: string, parent_id: string) =>
        record('Category', { id, name: id, parent_id });
      const report = check([
        category('tail', 'b'),
        category('b', 'c'),
        category('c', 'd'),
        category('d', 'b'),
        category('self', 'self'),
      ]);
      expect(report.errors.map(({ code, line }) => [code, line])).to.deep.equal([
        ['parent_cycle', 2],
        ['parent_cycle', 5],
      ]);
    });
  });

  describe('split lines', () => {
    const splitCodes = (data: object) => codes(check([account, transaction(data)]));

    it('must be an array of objects with amounts', () => {
      expect(splitCodes({ split_lines: { a: 1 } })).to.deep.equal(['invalid_split_lines']);
      expect(splitCodes({ split_lines: true })).to.deep.equal(['invalid_split_lines']);
      expect(splitCodes({ split_lines: [5, { amount: 9 }] })).to.deep.equal(['invalid_split_line']);
      expect(splitCodes({ splitLines: [{ name: 'x' }] })).to.deep.equal([
        'missing_required_fields',
      ]);
      expect(splitCodes({ split_lines: [], splits: [{ amount: true }] })).to.deep.equal([
        'invalid_amount',
      ]);
      expect(splitCodes({ split_lines: [{ amount: 'junk' }, { amount: 9 }] })).to.deep.equal([
        'invalid_amount',
      ]);
    });

    it('add up exactly, in decimals and not in floats', () => {
      expect(
        splitCodes({ amount: '0.3', split_lines: [{ amount: 0.1 }, { amount: '0.20' }] }),
      ).to.deep.equal([]);
      expect(splitCodes({ split_lines: [{ amount: '9.000000000001' }] })).to.deep.equal([
        'split_amount_mismatch',
      ]);
      const text =
        '{"type":"Transaction","data":{"id":1,"account_id":"a1","date":"2025-01-01","amount":12345678901234567.89,"splits":[{"amount":12345678901234567.88}]}}';
      expect(codes(check([account, text]))).to.deep.equal(['split_amount_mismatch']);
      expect(codes(check([account, text.replace('.88', '.89')]))).to.deep.equal([]);
    });

    it('have their own references and ids', () => {
      const split = { id: 't1', amount: 9, category_id: 'no', merchant_id: 'no', tag_ids: ['no'] };
      expect(splitCodes({ split_lines: [split] })).to.deep.equal([
        'duplicate_source_id',
        'missing_reference',
        'missing_reference',
        'missing_reference',
      ]);
    });
  });

  it('reports every valuation of an account and day after the first', () => {
    const valuation = (date: string) => record('Valuation', { account_id: 'a1', date, amount: 1 });
    const report = check([
      account,
      valuation('2025-03-31'),
      valuation('2025-03-31T00:00:00Z'),
      valuation('2025-03-30'),
      valuation('2025-03-31'),
    ]);
    expect(report.errors.map(({ code, line }) => [code, line])).to.deep.equal([
      ['duplicate_valuation', 3],
      ['duplicate_valuation', 5],
    ]);
  });
});

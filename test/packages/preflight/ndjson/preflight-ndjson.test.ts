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
import { sentences } from '../sentences.ts';

describe('preflightNdjson', () => {
  describe('lines', () => {
    it('reports each line that is no record, with its physical number', () => {
      const report = check(['', '{', '  ', '[]', 'null', '{"type":"Tag"}', '{"data":{}}']);
      expect(report.errors.map(({ code, line }) => [code, line])).to.deep.equal([
        ['invalid_json', 2],
        ['invalid_ndjson_record', 4],
        ['invalid_ndjson_record', 5],
        ['invalid_ndjson_record', 6],
        ['invalid_ndjson_record', 7],
      ]);
      for (const { message, line } of report.errors) {
        expect(message).to.match(new RegExp(`^Line ${line}: `));
      }
      expect(report).to.include({ rowsCount: 5, validRowsCount: 0, invalidRowsCount: 5 });
      expect(report.warnings).to.have.length(1);
    });

    it('counts an unsupported type, and judges the type before the data', () => {
      const report = check([{ type: 'Mystery', data: 5 }, record('toString', {})]);
      expect(codes(report)).to.deep.equal(['unsupported_record_type', 'unsupported_record_type']);
      expect(report.recordTypeCounts).to.deep.equal({ Mystery: 1, toString: 1 });
    });

    it('counts a supported type whose data is no object as an entity and as an invalid row', () => {
      const report = check([{ type: 'Tag', data: 'x' }]);
      expect(codes(report)).to.deep.equal(['invalid_ndjson_record']);
      expect(report.entityCounts['tags']).to.equal(1);
      expect(report.invalidRowsCount).to.equal(1);
    });

    it('keeps type names that objects inherit apart, __proto__ too', () => {
      const report = check(['{"type":"__proto__","data":{}}', record('constructor', {})]);
      expect(Object.entries(report.recordTypeCounts)).to.deep.equal([
        ['__proto__', 1],
        ['constructor', 1],
      ]);
    });

    it('bounds the type names that it counts one by one', () => {
      const report = check(
        Array.from({ length: 500 }, (_, index) => record(`Made up ${index}`, {})),
      );
      expect(Object.keys(report.recordTypeCounts)).to.have.length(51);
      expect(report.recordTypeCounts['(other)']).to.equal(450);
    });

    it('says no_data_rows, and warns of nothing, when there is no line with content', () => {
      const report = check(['', '   ', '\r']);
      expect(codes(report)).to.deep.equal(['no_data_rows']);
      expect(sentences(report)).to.deep.equal([]);
      expect(Object.keys(report.entityCounts)).to.have.length(15);
    });

    it('reads comments, and warns of them', () => {
      const report = check(['{"type":"Tag", /* why */ "data":{"id":1,"name":"a//b"}} // end']);
      expect(report.errors).to.deep.equal([]);
      expect(report.warnings).to.have.length(1);
    });

    it('refuses a line nested beyond reason instead of running out of memory', () => {
      const report = check([
        `{"type":"Tag","data":{"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`,
      ]);
      expect(codes(report)).to.deep.equal(['invalid_json']);
    });
  });

  describe('encodings', () => {
    const text = `${JSON.stringify(account)}\r\n${JSON.stringify(record('Tag', { id: 't', name: 'Žluťásek' }))}\n`;
    const expected = check([text]);
    const utf16 = Buffer.from(text, 'utf16le');
    const encodings: Record<string, Buffer> = {
      'UTF-8 with BOM': Buffer.from(`\uFEFF${text}`),
      'UTF-16LE with BOM': Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
      'UTF-16LE without BOM': utf16,
      'UTF-16BE with BOM': Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
      'UTF-16BE without BOM': Buffer.from(utf16).swap16(),
    };
    for (const [name, bytes] of Object.entries(encodings)) {
      it(`reads ${name} as it reads UTF-8`, () => {
        const before = Buffer.from(bytes);
        const report = preflightNdjson(bytes, { existing: nothing, rowsMax: 10 });
        expect(report).to.deep.equal(expected);
        expect(bytes.equals(before), 'the content is left as it was').to.equal(true);
      });
    }

    it('names the lines whose bytes are not UTF-8, and reads the others', () => {
      const bytes = Buffer.concat([
        Buffer.from(`${JSON.stringify(account)}\n{"type":"Tag","data":{"id":"t","name":"V`),
        Buffer.from([0xfd]),
        Buffer.from(`let"}}\n${JSON.stringify(record('Tag', { id: 'u', name: 'é' }))}`),
      ]);
      const report = preflightNdjson(bytes, { existing: nothing, rowsMax: 10 });
      expect(report.errors).to.deep.equal([
        { code: 'invalid_encoding', message: 'Line 2: the bytes are not UTF-8.', line: 2 },
      ]);
      expect(report).to.include({ rowsCount: 3, validRowsCount: 2 });
    });

    it('numbers lines the same across its blocks', () => {
      const filler = Array.from({ length: 30_000 }, (_, index) =>
        record('Tag', { id: index, name: `Tag ${index}` }),
      );
      const report = check([
        ...filler,
        'oops',
        record('Tag', { id: 'x', name: 'Long', remark: 'é'.repeat(300_000) }),
        '!',
      ]);
      expect(report.errors.map(({ line }) => line)).to.deep.equal([30_001, 30_003]);
    });
  });

  describe('fields', () => {
    it('names all missing fields of a record in one error, grouped by type of first appearance', () => {
      const report = check([
        record('Trade', { ticker: 'VWCE' }),
        record('Budget', { id: 'b' }),
        record('Trade', { account_id: '', date: null, amount: 0, qty: ' ', price: [], ticker: {} }),
      ]);
      expect(report.errors.map(({ code, line }) => [code, line])).to.deep.equal([
        ['missing_required_fields', 1],
        ['missing_required_fields', 3],
        ['missing_required_fields', 2],
      ]);
      expect(report.errors[1]?.message).to.contain('account_id, date, qty, price, ticker.');
    });

    it('distinguishes a wrong kind of value from a missing one', () => {
      const report = check([
        record('Account', { id: 0, name: false, balance: 0, accountable_type: 'Loan' }),
        record('Tag', { id: { a: 1 }, name: true }),
        record('Tag', { id: 'x'.repeat(256), name: 'Long' }),
      ]);
      expect(report.errors.map(({ code, column }) => [code, column])).to.deep.equal([
        ['invalid_field_value', 'name'],
        ['invalid_field_value', 'id'],
        ['invalid_field_value', 'name'],
        ['invalid_field_value', 'id'],
      ]);
    });

    it('reports dates, amounts, quantities, prices, currencies and days with line, column and value', () => {
      const report = check([
        account,
        record('Trade', {
          account_id: 'a1',
          date: '2025-02-29',
          amount: '1,234.50',
          qty: 'two',
          price: true,
          ticker: 'X',
          currency: 'euro',
        }),
        record('RecurringTransaction', {
          id: 1,
          amount: '1e3',
          expected_day_of_month: 32,
          last_occurrence_date: '2025-01-31T10:00:00Z',
          next_expected_date: '31.01.2025',
        }),
      ]);
      expect(report.errors.map(({ code, line, column }) => [code, line, column])).to.deep.equal([
        ['invalid_date', 2, 'date'],
        ['invalid_amount', 2, 'amount'],
        ['invalid_quantity', 2, 'qty'],
        ['invalid_price', 2, 'price'],
        ['invalid_currency', 2, 'currency'],
        ['invalid_field_value', 3, 'expected_day_of_month'],
        ['invalid_date', 3, 'next_expected_date'],
      ]);
      expect(report.errors[1]?.value).to.equal('1,234.50');
    });

    it('takes what the import reads: blanks around a value, any letter case, a leading zero', () => {
      const report = check([
        account,
        transaction({ date: ' 2025-03-04 ', amount: ' -7.20 ', currency: ' eur ' }),
        record('RecurringTransaction', {
          id: 1,
          amount: 5,
          expected_day_of_month: '05',
          last_occurrence_date: '2025-01-31',
          next_expected_date: '2025-02-28',
        }),
      ]);
      expect(report.errors).to.deep.equal([]);
    });

    for (const [date, fine] of [
      ['2024-02-29', true],
      ['1900-02-29', false],
      ['2000-02-29', true],
      ['2025-04-31', false],
      ['2025-13-01', false],
      ['2025-00-10', false],
      ['2025-1-01', false],
      ['1899-12-31', false],
      ['2025-03-04 23:59:59.123+02:00', true],
      ['2025-03-04 tea', false],
    ] as const) {
      it(`${fine ? 'takes' : 'refuses'} ${date} as a date`, () => {
        const errors = codes(check([account, transaction({ date })]));
        expect(errors).to.deep.equal(fine ? [] : ['invalid_date']);
      });
    }

    it('survives an accountable of any kind', () => {
      const values = ['cd', 5, true, ['x'], [], {}, null, { subtype: {} }, { subtype: { a: 1 } }];
      const found = values.map((accountable) =>
        codes(check([{ ...account, data: { ...account.data, accountable } }])).join(),
      );
      const wrong = 'invalid_field_value';
      expect(found).to.deep.equal([
        wrong,
        wrong,
        wrong,
        wrong,
        '',
        '',
        '',
        '',
        'invalid_accountable_subtype',
      ]);
    });

    it('checks account types and subtypes by exact name, the nested subtype first', () => {
      const one = (data: object) =>
        codes(check([{ ...account, data: { ...account.data, ...data } }]));
      expect(one({ accountable_type: 'depository' })).to.deep.equal(['invalid_accountable_type']);
      expect(one({ accountable_type: 'toString' })).to.deep.equal(['invalid_accountable_type']);
      expect(one({ subtype: 'gold' })).to.deep.equal(['invalid_accountable_subtype']);
      expect(one({ subtype: 'gold', accountable: { subtype: 'cd' } })).to.deep.equal([]);
      expect(one({ accountable_type: 'Vehicle', subtype: 'bicycle' })).to.deep.equal([]);
      expect(one({ accountable_type: 'Investment', subtype: 'non-registered' })).to.deep.equal([]);
    });
  });

  it('keeps the order of the groups, its own checks last', () => {
    const report = check(
      [
        'oops',
        transaction({ account_id: 'no', date: undefined }),
        record('Account', { id: 'a', name: 'n', balance: 1, accountable_type: 'Odd' }),
        record('Category', { id: 'c', name: 'Pets', parent_id: 'c' }),
        record('Category', { id: 'c', name: 'Pets' }),
        transaction({ id: 't2', account_id: 'a', date: 'soon', splits: 5 }),
      ],
      { categories: ['Pets'] },
    );
    expect(codes(report)).to.deep.equal([
      'invalid_json',
      'existing_taxonomy_collision',
      'existing_taxonomy_collision',
      'duplicate_taxonomy_name',
      'duplicate_source_id',
      'missing_required_fields',
      'invalid_accountable_type',
      'invalid_split_lines',
      'missing_reference',
      'parent_cycle',
      'invalid_date',
    ]);
  });

  it('refuses a transfer of a transaction to itself, as a session does', () => {
    const transfer = (inflow: unknown, outflow: unknown) =>
      record('Transfer', { inflow_transaction_id: inflow, outflow_transaction_id: outflow });
    const { errors } = check([transfer('t', 't'), transfer(1, '1'), transfer('t', 'u')]);
    expect(
      errors.flatMap(({ code, line, column }) =>
        code === 'invalid_field_value' ? [[line, column]] : [],
      ),
    ).to.deep.equal([
      [1, 'outflow_transaction_id'],
      [2, 'outflow_transaction_id'],
    ]);
  });

  it('lists 100 errors and 20 warnings at most, with the totals', () => {
    const report = check([
      ...Array.from({ length: 150 }, () => 'oops'),
      ...Array.from({ length: 150 }, () =>
        record('RejectedTransfer', { inflow_transaction_id: 'x', outflow_transaction_id: '' }),
      ),
    ]);
    expect(report.errorsCount).to.equal(300);
    expect(report.errors).to.have.length(101);
    expect(report.errors[100]).to.deep.equal({
      code: 'too_many_errors',
      message: '200 more errors are not listed; 300 were found in total.',
    });
    expect(report.warnings).to.have.length(21);
    expect(sentences(report)[20]).to.contain('150');
  });

  it('warns above the publish limit, and stays valid', () => {
    const bytes = Buffer.from(
      `${JSON.stringify(account)}\n\n`.repeat(1) +
        JSON.stringify(record('Tag', { id: 1, name: 'x' })),
    );
    const warnings = (rowsMax: number) =>
      preflightNdjson(bytes, { existing: nothing, rowsMax }).warnings;
    expect(warnings(2)).to.deep.equal([]);
    expect(warnings(1)).to.have.length(1);
  });
});

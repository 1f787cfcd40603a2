import { expect } from 'chai';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import { judge } from '../judge.ts';

const TEXT = 'date,amount\n2025-03-01,4.00';

describe('CSV settings', () => {
  const good: CsvSettingsInput[] = [
    {},
    { col_sep: ',' },
    { skip_incomplete_rows: true },
    { skip_incomplete_rows: 'TRUE' },
    { skip_incomplete_rows: '0' },
    { sample_rows: 100 },
    { sample_rows: '3' },
    { number_format: '1,234.56' },
    { number_format: null },
    { signage_convention: 'inflows_positive' },
    { signage_convention: 'inflows_negative' },
    { signage_convention: null },
    { amount_type_strategy: 'signed_amount' },
    { rows_to_skip: 0 },
    { rows_to_skip: '0' },
    { date_format: '%Y-%m-%d' },
    { date_format: '' },
    { date_format: null },
    { date_col_label: '' },
    { date_col_label: '   ', amount_col_label: null },
    { name_col_label: ['an array counts as not sent'] },
    { encoding: 'UTF-8' },
    { encoding: '' },
    { footer_rows_to_skip: 0 },
  ];
  for (const settings of good) {
    it(`takes ${JSON.stringify(settings)}`, () => {
      expect(judge(TEXT, settings).errors).to.deep.equal([]);
    });
  }

  const bad: [CsvSettingsInput, RegExp][] = [
    [{ col_sep: '' }, /^Column separator is not included/],
    [{ col_sep: null }, /^Column separator/],
    [{ col_sep: '\\t' }, /^Column separator/],
    [{ col_sep: ':' }, /^Column separator/],
    [{ col_sep: ', ' }, /^Column separator/],
    [{ number_format: '' }, /^Number Format is not included/],
    [{ number_format: '1.234.56' }, /^Number Format/],
    [{ number_format: 5 }, /^Number Format/],
    [{ signage_convention: '' }, /^Signage convention is not included/],
    [{ signage_convention: 'outflows_positive' }, /^Signage convention/],
    [{ amount_type_strategy: null }, /^Amount type strategy is not included/],
    [{ amount_type_strategy: 'other' }, /^Amount type strategy/],
    [{ amount_type_strategy: 'custom_column' }, /inflow value can't be blank/],
    [{ amount_type_strategy: 'custom_column', amount_type_inflow_value: ' ' }, /inflow value/],
    [
      { amount_type_strategy: 'custom_column', amount_type_inflow_value: 'IN' },
      /column label can't be blank/,
    ],
    [{ rows_to_skip: '' }, /^Rows to skip is not a number/],
    [{ rows_to_skip: null }, /not a number/],
    [{ rows_to_skip: true }, /not a number/],
    [{ rows_to_skip: 'two' }, /not a number/],
    [{ rows_to_skip: 1.5 }, /must be an integer/],
    [{ rows_to_skip: '1.0' }, /must be an integer/],
    [{ rows_to_skip: -1 }, /greater than or equal to 0/],
    [{ rows_to_skip: '-1' }, /greater than or equal to 0/],
    [{ rows_to_skip: 2 }, /less than the number of lines in the file \(2\)/],
    [{ rows_to_skip: 1e21 }, /^Rows to skip/],
    [{ footer_rows_to_skip: 'x' }, /^Footer rows to skip/],
    [{ footer_rows_to_skip: 9 }, /^Footer rows to skip/],
    [{ skip_incomplete_rows: 'yes' }, /^Skip incomplete rows is not a boolean/],
    [{ skip_incomplete_rows: null }, /^Skip incomplete rows is not a boolean/],
    [{ sample_rows: 101 }, /^Sample rows must be less than or equal to 100/],
    [{ sample_rows: -1 }, /^Sample rows must be greater/],
    [{ sample_rows: 'all' }, /^Sample rows is not a number/],
    [{ date_format: '%Y'.repeat(60) }, /^Date format is too long \(maximum is 100/],
    [{ encoding: 'ebcdic' }, /^Encoding is not one of/],
  ];
  for (const [settings, message] of bad) {
    it(`refuses ${JSON.stringify(settings)} with one error and parses nothing`, () => {
      const report = judge(TEXT, settings);
      expect(report.errors).to.have.length(1);
      expect(report.errors[0]?.code).to.equal('validation_failed');
      expect(report.errors[0]?.message).to.match(message);
      expect(report).to.deep.include({
        rowsCount: 0,
        headers: [],
        requiredHeaders: ['date', 'amount'],
        missingRequiredHeaders: [],
        warnings: [],
      });
      expect(report).not.to.have.property('suggestions');
    });
  }

  it('reports several faults in the reference order', () => {
    const report = judge(TEXT, {
      rows_to_skip: 'x',
      number_format: 'x',
      signage_convention: 'x',
      col_sep: 'x',
      amount_type_strategy: 'x',
    });
    const labels = report.errors.map((error) => error.message.replace(/ (is|must).*/, ''));
    expect(labels).to.deep.equal([
      'Amount type strategy',
      'Column separator',
      'Signage convention',
      'Number Format',
      'Rows to skip',
    ]);
  });

  it('lists required headers as they were named', () => {
    const report = judge(TEXT, {
      col_sep: 'x',
      date_col_label: 'When',
      amount_col_label: 'How much',
    });
    expect(report.requiredHeaders).to.deep.equal(['When', 'How much']);
  });
});

describe('a setting that was sent is strict, one that was not is inferred', () => {
  const codes = (text: string, settings: CsvSettingsInput): string[] =>
    judge(text, settings).errors.map((error) => `${error.line}:${error.code}`);

  it('date_format', () => {
    const text = 'date,amount\n01.03.2025,4.00\n2025-03-02,4.00';
    expect(codes(text, { date_format: '%Y-%m-%d' })).to.deep.equal(['2:invalid_date']);
    expect(codes(text, { date_format: '%d.%m.%Y' })).to.deep.equal(['3:invalid_date']);
    expect(codes(text, { date_format: '%d|%m' })).to.have.length(2);
    expect(codes('date,amount\n01.03.2025,4.00', {})).to.deep.equal([]);
  });

  it('number_format', () => {
    const text = 'date,amount\n2025-03-01,"1.234,56"';
    expect(codes(text, { number_format: '1,234.56' })).to.deep.equal(['2:invalid_amount']);
    expect(codes(text, { number_format: '1.234,56' })).to.deep.equal([]);
    expect(codes(text, {})).to.deep.equal([]);
    expect(codes('date,amount\n2025-03-01,12.5', { number_format: '1,234' })).to.deep.equal([
      '2:invalid_amount',
    ]);
  });

  it('the range of dates is thirty years back to today', () => {
    const text = 'date,amount\n1995-06-14,1\n1995-06-15,1\n2025-06-15,1\n2025-06-16,1';
    expect(codes(text, { date_format: '%Y-%m-%d' })).to.deep.equal([
      '2:invalid_date',
      '5:invalid_date',
    ]);
    expect(codes(text, {})).to.deep.equal(['2:invalid_date', '5:invalid_date']);
  });

  it('amount_type_strategy', () => {
    const text = 'date,amount,kind\n2025-03-01,4.00,IN\n2025-03-01,4.00,\n2025-03-01,4.00,OUT';
    const custom = { amount_type_strategy: 'custom_column', entity_type_col_label: 'kind' };
    expect(codes(text, { ...custom, amount_type_inflow_value: 'IN' })).to.deep.equal([
      '3:blank_required_value',
    ]);
    expect(codes(text, { ...custom, amount_type_inflow_value: 'in' })).to.deep.equal([
      'undefined:invalid_amount_type',
      '3:blank_required_value',
    ]);
    expect(
      codes('date,amount\n2025-03-01,4.00', { ...custom, amount_type_inflow_value: 'IN' }),
    ).to.deep.equal(['undefined:mapped_header_missing']);
  });

  it('footer_rows_to_skip leaves the last lines out', () => {
    const text = 'date,amount\n2025-03-01,4.00\n\nTotal,4.00\nEnd of file\n\n';
    expect(codes(text, { footer_rows_to_skip: 2 })).to.deep.equal([]);
    expect(codes(text, {})).to.deep.equal(['5:invalid_date', '5:blank_required_value']);
  });
});

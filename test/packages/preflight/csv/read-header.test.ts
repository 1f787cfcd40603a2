import { expect } from 'chai';
import { MalformedCsvError, type Suggestion } from '#preflight/report';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import { judge } from '../judge.ts';
import { sentences } from '../sentences.ts';

const BOOKINGS = ['date,amount,name', '2025-03-01,1.00,Tea', '2025-03-02,2.00,Bun'];

describe('footer_rows_to_skip', () => {
  const footers: [string, string[], number][] = [
    ['a line break in quotes', ['Total,3.00,"as of\n31 March"'], 1],
    ['several rows of several lines', ['Total,3.00,"as\n\nof"', '"Please\nnote",,', 'End,,'], 3],
    ['rows of separators alone', ['Total,3.00,', ',,', ' , ,', 'End,,', ''], 2],
    ['a quote that is never closed', ['Total,3.00,"as of'], 1],
    ['CRLF inside quotes', ['Total,3.00,"as of\r\n31 March"\r'], 1],
  ];
  for (const [name, footer, rows] of footers) {
    it(`counts rows, not lines: ${name}`, () => {
      const report = judge([...BOOKINGS, ...footer], { footer_rows_to_skip: rows });
      expect(report.errors).to.deep.equal([]);
      expect(report.rowsCount).to.equal(2);
    });
  }

  it('suggests a footer with a line break in quotes in rows', () => {
    const rows = Array.from({ length: 9 }, (_, at) => `2025-03-0${at + 1},${at}.50,Tea`);
    const lines = ['date,amount,name', ...rows, 'Total,,"as of\n31 March"'];
    const first = judge(lines);
    expect(first.suggestions?.['footer_rows_to_skip']?.value).to.equal(1);
    expect(judge(lines, { footer_rows_to_skip: 1 }).errors).to.deep.equal([]);
  });

  describe('with a row that could be a booking', () => {
    const warned = (last: readonly string[], settings?: CsvSettingsInput): string =>
      sentences(judge([BOOKINGS[0] ?? '', BOOKINGS[1] ?? '', ...last], settings))
        .filter((warning) => warning.includes('footer_rows_to_skip'))
        .join('\n');

    it('names its line when it is suggested, and when it is sent', () => {
      for (const last of ['2025-03-02,abc,Bun', 'soon,2.00,Bun']) {
        const lines = [BOOKINGS[0] ?? '', BOOKINGS[1] ?? '', last];
        expect(judge(lines).suggestions, last).to.have.property('footer_rows_to_skip');
        expect(warned([last]), last).to.contain('amount: 3.');
        expect(warned([last], { footer_rows_to_skip: 1 }), last).to.contain('amount: 3.');
      }
    });

    it('is never suggested to cover a date and an amount, mistyped or not', () => {
      for (const last of ['2025-02-30,-40.00,Rent', '2025-03-02,2.o0,Bun', '31.02.25,4.00,']) {
        const lines = [BOOKINGS[0] ?? '', BOOKINGS[1] ?? '', last];
        const { suggestions = {}, errors } = judge(lines);
        expect(suggestions, last).not.to.have.property('footer_rows_to_skip');
        expect(errors, last).not.to.deep.equal([]);
        expect(warned([last], { footer_rows_to_skip: 1 }), last).to.contain('amount: 3.');
      }
    });

    it('is named when it is behind a quote that is never closed', () => {
      const last = ['2025-03-02,2.00,"Bun', '2025-03-03,3.00,Tea'];
      expect(warned(last, { footer_rows_to_skip: 1 })).to.contain('amount: 3, 4.');
    });

    it('names no more than five lines, where they are', () => {
      const last = Array.from({ length: 7 }, (_, at) => `2025-03-0${at + 1},x,"two\nlines"`);
      expect(warned(last, { footer_rows_to_skip: 7 })).to.contain('amount: 3, 5, 7, 9, 11, ….');
    });

    it('says nothing of prose, totals, balances, and a quote that is never closed', () => {
      for (const last of [
        'End,,',
        'Created on 2025-03-01 for 2 rows,,',
        'Total,3.00,',
        ',3.00,Closing balance',
        ',3.00,',
        'Total,,"as of 1.00',
      ]) {
        expect(warned([last], { footer_rows_to_skip: 1 }), last).to.equal('');
      }
    });
  });

  it('leaves nothing when it covers all rows, and says so', () => {
    const report = judge(BOOKINGS, { footer_rows_to_skip: 2 });
    expect(report.errors.map((error) => error.code)).to.deep.equal(['no_data_rows']);
  });

  it('keeps the physical lines of what is left', () => {
    const lines = ['', 'date,amount,name', '2025-03-01,1.00,"two\nlines"', 'x,2.00,Bun', 'End,,'];
    const report = judge(lines, { footer_rows_to_skip: 1 });
    expect(report.errors.map((error) => error.line)).to.deep.equal([5]);
  });
});

describe('a quote that is never closed', () => {
  const mended = (last: readonly string[]): Record<string, Suggestion> => {
    try {
      return judge([...BOOKINGS, ...last]).suggestions ?? {};
    } catch (error) {
      if (error instanceof MalformedCsvError) return error.suggestions;
      throw error;
    }
  };

  it('in the footer has the footer left out', () => {
    expect(mended(['Total,3.00,"as of', 'the end'])['footer_rows_to_skip']?.value).to.equal(1);
  });

  it('in a booking, or above one, does not', () => {
    for (const last of [['2025-03-03,3.00,"Tea'], ['"Note,,', '2025-03-03,3.00,Tea']]) {
      expect(mended(last)).not.to.have.property('footer_rows_to_skip');
    }
  });
});

describe('rows of another length than the header', () => {
  it('are not reported when only blank cells at the end differ', () => {
    for (const lines of [
      ['date,amount,name,,', '2025-03-01,1.00,Tea', '2025-03-02,2.00,Bun,'],
      ['date,amount,name', '2025-03-01,1.00,Tea,', '2025-03-02,2.00,Bun,, ,""'],
    ]) {
      expect(sentences(judge(lines)).join()).not.to.contain('cells');
    }
  });

  it('are reported when a named column is missing or something follows the last one', () => {
    const { warnings } = judge([...BOOKINGS, '2025-03-03,3.00', '2025-03-04,4.00,a,,b']);
    expect(sentences({ warnings }).join()).to.contain('2, namely line 4 (2), line 5 (5)');
  });
});

describe('what a client sent, in messages', () => {
  const LONG = 'x'.repeat(200_000);

  for (const settings of [
    { date_col_label: LONG },
    { date_col_label: LONG, amount_col_label: LONG, name_col_label: LONG },
    { date_format: LONG },
    { date_format: `%Y${'-'.repeat(90)}` },
    {
      amount_type_strategy: 'custom_column',
      amount_type_inflow_value: LONG,
      entity_type_col_label: 'name',
    },
  ] as CsvSettingsInput[]) {
    it(`is cut: ${Object.keys(settings).join(', ')}`, () => {
      const faulty = Array.from({ length: 200 }, () => 'soon,lots,Tea');
      const report = judge(['date,amount,name', ...faulty], { sample_rows: 100, ...settings });
      expect(JSON.stringify(report).length).to.be.lessThan(60_000);
      for (const { message } of report.errors) expect(message.length).to.be.lessThan(400);
    });
  }

  it('takes a header of 500 characters by the label that names it, however long that is', () => {
    const report = judge([`date,${LONG}`, '2025-03-01,1.00'], { amount_col_label: LONG });
    expect(report.errors).to.deep.equal([]);
    expect(report.requiredHeaders[1]).to.have.length(500);
  });

  it('cuts a header in each message that quotes it', () => {
    const header = 'h'.repeat(400);
    const rows = Array.from({ length: 200 }, () => '2025-03-01,lots');
    const report = judge([`date,${header}`, ...rows], { amount_col_label: header });
    for (const { message } of report.errors) expect(message.length).to.be.lessThan(250);
  });
});

describe('a header that begins with a blank cell', () => {
  it('keeps it where tabs separate the cells', () => {
    const lines = ['Report', '', '\tDate\tAmount\tName', '\t2025-03-01\t-1.50\tTea'];
    const report = judge(lines, { col_sep: '\t', rows_to_skip: 1, sample_rows: 1 });
    expect(report.errors).to.deep.equal([]);
    expect(report.sample?.[0]).to.include({ date: '2025-03-01', amount: '-1.5', name: 'Tea' });
  });
});

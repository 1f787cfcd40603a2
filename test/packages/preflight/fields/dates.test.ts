import { expect } from 'chai';
import fc from 'fast-check';
import {
  acceptedDates,
  createDateProfile,
  DATE_FORMATS,
  datesWithin,
} from '#preflight/fields/dates';
import { splitTime } from '#preflight/fields/split-time';
import { decideDateFormat } from '#preflight/fields/decide-date-format';
import { compileStrptime } from '#preflight/fields/strptime';
import { forAll } from '../../../helpers/for-all.ts';
import { NOW } from '../judge.ts';
import { writeDate } from '../suggestions/bank-export.ts';

const iso = (days: number | undefined): string | undefined =>
  days === undefined ? undefined : new Date(days * 86_400_000).toISOString().slice(0, 10);

describe('compileStrptime', () => {
  const table: [string, string, string | undefined][] = [
    ['%m/%d/%Y', '03/01/2025', '2025-03-01'],
    ['%m/%d/%Y', '3/1/2025', '2025-03-01'],
    ['%m/%d/%Y', '13/01/2025', undefined],
    ['%m/%d/%Y', '03/01/2025 ', undefined],
    ['%m/%d/%Y', '03/01/2025 10:00', undefined],
    ['%Y-%m-%d', '2025-02-29', undefined],
    ['%Y-%m-%d', '2024-02-29', '2024-02-29'],
    ['%Y%m%d', '20250301', '2025-03-01'],
    ['%Y%m%d', '2025031', '2025-03-01'],
    ['%e/%m/%Y', ' 1/03/2025', '2025-03-01'],
    ['%d %b %Y', '01 Mar 2025', '2025-03-01'],
    ['%d %b %Y', '1 march 2025', '2025-03-01'],
    ['%d %b %Y', '01 Mrz 2025', undefined],
    ['%b %d, %Y', 'Mar 01, 2025', '2025-03-01'],
    ['%b %d, %Y', 'May. 01, 2025', '2025-05-01'],
    ['%d/%m/%y', '01/03/25', '2025-03-01'],
    ['%d/%m/%y', '01/03/69', '1969-03-01'],
    ['%d/%m/%y', '01/03/2025', undefined],
    ['%d/%m/%Ey', '01/03/68', '2025-03-01'],
    ['%Y%m%d', '1140301', '2025-03-01'],
    ['%Y%m%d', '1141301', undefined],
    ['%F %T', '2025-03-01 23:59:60', '2025-03-01'],
    ['%F %T', '2025-03-01 23:61:00', undefined],
    ['%Y-%m-%dT%H:%M:%S%z', '2025-03-01T10:00:00Z', '2025-03-01'],
    ['%Y-%m-%dT%H:%M:%S.%L%z', '2025-03-01T10:00:00.123+02:00', '2025-03-01'],
    ['%d/%m/%Y %I:%M %p', '01/03/2025 09:30 PM', '2025-03-01'],
    ['%F %T %Z', '2024-03-01 10:15:00 CET', '2024-03-01'],
    ['%F %T %Z', '2024-03-01 10:15:00 UTC+2', '2024-03-01'],
    ['%F %T %Z', '2024-03-01 10:15:00 +0530', '2024-03-01'],
    ['%m/%d/%Y', '04/17/2023 as of 04/15/2023', '2023-04-17'],
    ['%d-%b-%Y', '01-May-2025 (02-May-2025)', '2025-05-01'],
    ['%m/%d/%Y', '04/17/2023 as of yesterday', undefined],
    ['%Y/%m/%d', '2025年3月1日', '2025-03-01'],
    ['%Y年%m月%d日', '2025年03月01日', '2025-03-01'],
    ['%Y/%m/%d', '114年3月1日', '2025-03-01'],
    ['%Y/%m/%d %H:%M', '2025년 3월 1일 10:30', '2025-03-01'],
    ['%Y/%m/%d', '2025年3月', undefined],
    ['%a %d.%m.%Y', 'Sat 01.03.2025', '2025-03-01'],
    ['%d.%m.%Y', 'Sa 01.03.2025', '2025-03-01'],
    ['%d %b %Y', 'Saturday, 01 March 2025', '2025-03-01'],
    ['%d %b %Y', 'mié., 05 ene 2025', '2025-01-05'],
    ['%b %d, %Y', 'Sat, Mar 1, 2025', '2025-03-01'],
    ['%d %b %Y', 'mar. 25 févr. 2025', '2025-02-25'],
    ['%Y.%m.%d.', '2025.03.01., szo', '2025-03-01'],
    ['%Y/%m/%d', '2025/03/01(土)', '2025-03-01'],
    ['%d/%m/%Y %H:%M', 'Sat 01/03/2025 10:20', '2025-03-01'],
    ['%d.%m.%Y', 'Saldo 01.03.2025', undefined],
    ['%d.%m.%Y', '01.03.2025 Saldo', undefined],
    ['%Y-%j', '2025-060', '2025-03-01'],
    ['%Y-%j', '2024-366', '2024-12-31'],
    ['%Y-%j', '2025-366', undefined],
    ['%Q', '2025', undefined],
    ['nonsense', '2025-03-01', undefined],
    ['%H:%M', '10:30', undefined],
    ['100%%', '100%', undefined],
  ];
  for (const [pattern, text, expected] of table) {
    it(`reads ${JSON.stringify(text)} with ${pattern} as ${expected ?? 'no date'}`, () => {
      expect(iso(compileStrptime(pattern)(text))).to.equal(expected);
    });
  }

  it('never throws, whatever the pattern and the text', () => {
    forAll(100, fc.string({ unit: 'grapheme' }), fc.string(), (pattern, text) => {
      compileStrptime(pattern)(text);
    });
  });
});

describe('decideDateFormat', () => {
  function decide(cells: string[], typeFormat?: string) {
    const profile = createDateProfile(acceptedDates(NOW));
    for (const cell of cells) profile.read(cell).rows.count += 1;
    return decideDateFormat(profile, typeFormat);
  }

  it('takes the default when it fits, and the only one that does otherwise', () => {
    expect(decide(['03/14/2025']).format).to.equal('%m/%d/%Y');
    expect(decide(['14/03/2025', '01/02/2025']).format).to.equal('%d/%m/%Y');
    expect(decide(['14/03/2025', '01/02/2025']).tiesWith).to.equal(undefined);
  });

  it('reports a true tie, but not when both formats mean the same days', () => {
    expect(decide(['01/02/2024'])).to.include({ format: '%m/%d/%Y', tiesWith: '%d/%m/%Y' });
    expect(decide(['02/02/2024']).tiesWith).to.equal(undefined);
    expect(decide(['01.02.2024', '2.3.2024']).tiesWith).to.equal(undefined);
  });

  it('prefers the format of the type and does not doubt it', () => {
    expect(decide(['01/02/2024'], '%d/%m/%Y')).to.deep.equal({
      format: '%d/%m/%Y',
      faults: 0,
      cells: 1,
    });
    expect(decide(['14/03/2025'], '%m/%d/%Y').format).to.equal('%d/%m/%Y');
  });

  it('prefers a format whose dates lie inside the range', () => {
    expect(decide(['24/01/10', '24/02/11']).format).to.equal('%d/%m/%y');
    expect(decide(['2025-06-16']).faults).to.equal(1);
    expect(decide(['2025-06-15', '1995-06-15']).faults).to.equal(0);
    expect(decide(['1995-06-14']).faults).to.equal(1);
  });

  it('reads two digits that lie in the future as a Buddhist year, where all do', () => {
    expect(decide(['04-03-68', '12-05-67'])).to.deep.equal({
      format: '%d-%m-%Ey',
      faults: 0,
      cells: 2,
    });
    expect(decide(['04/03/67 10:15'])).to.include({ format: '%d/%m/%Ey %H:%M', faults: 0 });
    expect(decide(['04-03-67', '04-03-25'])).to.include({ format: '%d-%m-%y', faults: 1 });
    expect(decide(['04-03-36']).faults).to.equal(1);
  });

  it('finds a time of day behind the date', () => {
    expect(decide(['2025-03-01 10:00:00']).format).to.equal('%Y-%m-%d %H:%M:%S');
    expect(decide(['30/12/24, 14:42']).format).to.equal('%d/%m/%y, %H:%M');
    expect(decide(['2025-03-01T10:00:00.250Z']).format).to.equal('%Y-%m-%dT%H:%M:%S.%L%z');
  });

  const forms: [string, string[], string][] = [
    ['as of', ['04/15/2023', '04/17/2023 as of 04/15/2023'], '%m/%d/%Y'],
    ['blanks', ['04 23 2025', '05 01 2025'], '%m %d %Y'],
    ['zones', ['2024-03-30 10:15:00 CET', '2024-04-01 10:15:00 CEST'], '%Y-%m-%d %H:%M:%S %z'],
    ['UTC+2', ['2024-03-30 10:15:00 UTC+2'], '%Y-%m-%d %H:%M:%S %z'],
    ['a word', ['29/05/24 às 05:00:00'], '%d/%m/%y às %H:%M:%S'],
    ['PST', ['Mar 1, 2024 10:15:00 AM PST'], '%b %d, %Y %I:%M:%S %p %z'],
    ['or without seconds', ['6/1/2024 17:42', '16/01/2024 17:42:05'], '%d/%m/%Y %H:%M:%S'],
    [
      'or without a fraction',
      ['2024-03-23 18:35:26', '2024-04-29 13:20:03.075'],
      '%Y-%m-%d %H:%M:%S.%L',
    ],
    ['in brackets', ['2024-03-30 10:15 (PST)'], '%Y-%m-%d %H:%M (%z)'],
    ['of some', ['2024-03-30 10:15:00', '2024-03-31 10:15:00 (美東)'], '%Y-%m-%d %H:%M:%S (%z)'],
    ['points behind months', ['5 May. 2024', '15. Jan. 2024', '15 mrt. 2024'], '%d %b %Y'],
    [
      'a point behind the year',
      ['13 apr 2023. 11:48:16', '1 giu 2022. 09:44:27'],
      '%d %b %Y %H:%M:%S',
    ],
    ['nothing between', ['03AGO2024', '14Oct2024'], '%d%b%Y'],
    ['dashes', ['15-ene.-2024', '15-févr.-2024', '15-May-2024'], '%d-%b-%Y'],
    [
      'months between points',
      ['15.ene.2024', '3 июн. 2024 г.', '5 май 2024', '1 dets. 2024'],
      '%d %b %Y',
    ],
    ['the month first', ['ene. 15, 2024', 'Mai 3, 2024'], '%b %d, %Y'],
    ['the year first', ['2024. máj. 15.', '2024-jun-15'], '%d %b %Y'],
    ['blanks behind points', ['15. 1. 2024', '3. 12. 2024'], '%d.%m.%Y'],
  ];
  for (const [what, texts, format] of forms) {
    it(`reads all dates with ${what} as ${format}`, () => {
      const profile = createDateProfile(acceptedDates(NOW));
      for (const text of texts) profile.read(text).rows.count += 1;
      expect(decideDateFormat(profile)).to.include({ format, faults: 0 });
    });
  }

  it('falls back to the default when nothing reads', () => {
    expect(decide(['soon'])).to.deep.equal({ format: '%m/%d/%Y', faults: 1, cells: 1 });
  });

  it('writes every inferred format back into the date it came from', () => {
    const day = fc.date({ min: new Date('1996-01-01'), max: NOW, noInvalidDate: true });
    const format = fc.constantFrom(...DATE_FORMATS);
    forAll(100, day, format, (date, pattern) => {
      const wanted = date.toISOString().slice(0, 10);
      const written = writeDate(wanted, pattern);
      expect(iso(compileStrptime(pattern)(written))).to.equal(wanted);
      const profile = createDateProfile(acceptedDates(NOW));
      const bit = 1 << DATE_FORMATS.indexOf(pattern);
      expect(profile.read(written).inRange & bit).to.equal(bit);
    });
  });
});

describe('splitTime', () => {
  it('gives the pattern of what follows the date, and nothing for a date alone', () => {
    expect(splitTime('2025-03-01')).to.equal(undefined);
    expect(splitTime('01.03.2025 09:30')).to.deep.equal({ date: '01.03.2025', suffix: ' %H:%M' });
    expect(splitTime('01/03/2025 9:30 am')?.suffix).to.equal(' %I:%M %p');
  });

  it('leaves off the apostrophe , or the pair of them, by which a spreadsheet keeps a text', () => {
    expect(iso(compileStrptime('%d/%m/%Y')("'21/03/2025"))).to.equal('2025-03-21');
    expect(iso(compileStrptime('%d%m%Y')("'21032025'"))).to.equal('2025-03-21');
    expect(compileStrptime('%d/%m/%Y')("''21/03/2025")).to.equal(undefined);
  });

  it('agrees with strptime on every suffix it gives', () => {
    const time = fc.constantFrom(
      ' 09:30',
      ' 09:30:15',
      'T09:30:15',
      'T09:30:15Z',
      'T09:30:15.5+02:00',
      '-09:30:15',
      ', 09:30',
      ' 9:30 PM',
      ' 09.30.15',
      ' 09:30:15 UTC',
      ' às 09:30:15',
      ', kl. 09.30',
    );
    forAll(100, time, (text) => {
      const split = splitTime(`2025-03-01${text}`);
      expect(split?.date).to.equal('2025-03-01');
      const read = compileStrptime(`%Y-%m-%d${split!.suffix}`);
      expect(iso(read(`2025-03-01${text}`))).to.equal('2025-03-01');
    });
  });
});

describe('datesWithin', () => {
  const at = (time: string) => acceptedDates(new Date(time));

  it('is one judge for all readings of a day, and another on the next', () => {
    const one = datesWithin(at('2025-06-15T00:00:00Z'));
    expect(datesWithin(at('2025-06-15T23:59:59Z'))).to.equal(one);
    expect(one.isDate('2025-06-16')).to.equal(false);
    expect(datesWithin(at('2025-06-16T00:00:00Z')).isDate('2025-06-16')).to.equal(true);
  });

  it('tells a date outside the range, and what is none', () => {
    const dates = datesWithin(at('2025-06-15T00:00:00Z'));
    expect(dates.isAnyDate('2031-01-02 10:00')).to.equal(true);
    expect(dates.isDate('2031-01-02 10:00')).to.equal(false);
    expect(dates.isAnyDate('Rent 2031')).to.equal(false);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { addDays, isBookingDay, isDay } from '#preflight/days';
import { words } from '../../helpers/for-all.ts';

describe('days', () => {
  it('knows the days of the calendar from year 1 to 9999', () => {
    for (const day of ['0001-01-01', '1900-02-28', '2000-02-29', '2024-02-29', '9999-12-31']) {
      expect(isDay(day), day).to.equal(true);
    }
    const none = words('0000-12-31 1900-02-29 2026-02-30 2026-13-01 2026-00-10 2026-01-00');
    const shapes = [
      '2026-1-01',
      '2026/01/01',
      '2026-01-01T00:00',
      ' 2026-01-01',
      '２026-01-01',
      '',
    ];
    for (const text of [...none, ...shapes]) expect(isDay(text), text).to.equal(false);
  });

  it('agrees with the calendar of JavaScript on every day', () => {
    const numbers = fc.tuple(
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    );
    fc.assert(
      fc.property(numbers, ([year, month, day]) => {
        const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        const read = new Date(`${text}T00:00:00Z`);
        const exists = !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text);
        expect(isDay(text), text).to.equal(exists);
      }),
    );
  });

  it('counts no further than the first and the last day of the calendar', () => {
    expect(addDays('9999-12-30', 1)).to.equal('9999-12-31');
    expect(addDays('9999-12-31', 1)).to.equal('9999-12-31');
    expect(addDays('0001-01-02', -1)).to.equal('0001-01-01');
    expect(addDays('0001-01-01', -29)).to.equal('0001-01-01');
  });

  it('takes no day before 1900 for one that a bank booked on', () => {
    expect(isBookingDay('1899-12-31')).to.equal(false);
    expect(isBookingDay('0001-01-01')).to.equal(false);
    expect(isBookingDay('1900-01-01')).to.equal(true);
    expect(isBookingDay(addDays('2999-12-31', 1))).to.equal(true);
  });
});

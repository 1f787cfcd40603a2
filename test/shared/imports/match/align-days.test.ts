import { expect } from 'chai';
import { alignDays, learnApart } from '../../../../shared/imports/match/align-days.ts';
import type { Listed } from '../../../../shared/imports/match/align-days.ts';

const listed = (...days: number[]): Listed[] =>
  days.map((day, at) => ({ id: `${day}.${at}`, day, name: 'Cafe', currency: 'EUR' }));
const MONTH = { first: 1, last: 31 };
const BEFORE = { first: -30, last: 0 };
const WHOLE = { first: -400, last: 400 };
const LATER = { least: 0, most: 3 };

const daysOf = (pairs: ReturnType<typeof alignDays>) =>
  pairs.map(({ wanted, stored }) => [wanted.day, stored.day]);

describe('how far apart two formats date bookings', () => {
  const groups = (...pairs: [number, number][]) =>
    pairs.map(([wanted, stored]) => ({ wanted: listed(wanted), stored: listed(stored) }));

  it('is nothing without a sign, either way with few, and one way where all agree', () => {
    const learn = (...pairs: [number, number][]) => learnApart([], groups(...pairs), MONTH, 3);
    expect(learn()).to.deep.equal({ least: 0, most: 0 });
    expect(learn([5, 6])).to.deep.equal({ least: -3, most: 3 });
    expect(learn([5, 6], [8, 8], [9, 12])).to.deep.equal({ least: 0, most: 3 });
    expect(learn([5, 4], [8, 8], [9, 7])).to.deep.equal({ least: -3, most: 0 });
    expect(learn([5, 5], [8, 8], [9, 9])).to.deep.equal({ least: 0, most: 0 });
  });

  it('is learned of what both have brought before, and not of what may be another booking', () => {
    expect(learnApart([0, 1, 1], [], MONTH, 3)).to.deep.equal({ least: 0, most: 3 });
    const outside = groups([31, 32]);
    const several = [{ wanted: listed(5), stored: listed(6, 7) }];
    const none = learnApart([], [...outside, ...several], MONTH, 3);
    expect(none).to.deep.equal({ least: 0, most: 0 });
  });
});

describe('alignment of bookings of one price', () => {
  const align = (wanted: Listed[], stored: Listed[], own = MONTH, others = WHOLE, apart = LATER) =>
    daysOf(alignDays({ wanted, stored }, apart, { own, others }));

  it('leaves alone what may be outside of the other file rather than what it has to have', () => {
    // The nearest days would leave that of day 8 alone, which the file in hand has to have.
    expect(align(listed(2, 5), listed(2, 5, 8))).to.deep.equal([
      [2, 5],
      [5, 8],
    ]);
    expect(align(listed(29, 31), listed(31, 33), MONTH, WHOLE)).to.deep.equal([
      [29, 31],
      [31, 33],
    ]);
    expect(align(listed(1, 2), listed(2), MONTH, BEFORE)).to.deep.equal([[2, 2]]);
  });

  it('never pairs what is of two currencies, or further apart than the formats date', () => {
    const dollars = listed(5).map((one) => ({ ...one, currency: 'USD' }));
    const unsaid = listed(5).map((one) => ({ ...one, currency: null }));
    expect(align(listed(5), dollars)).to.deep.equal([]);
    expect(align(listed(5), unsaid)).to.deep.equal([[5, 5]]);
    expect(align(listed(5, 9), listed(4, 13))).to.deep.equal([]);
  });

  it('pairs thousands of one price, also of one day', () => {
    const year = listed(...Array.from({ length: 3000 }, (_, at) => at % 300).sort((a, b) => a - b));
    expect(align(year, year, WHOLE)).to.have.length(3000);
    const day = listed(...Array.from({ length: 3000 }, () => 7));
    expect(align(day, day, WHOLE)).to.have.length(3000);
  });
});

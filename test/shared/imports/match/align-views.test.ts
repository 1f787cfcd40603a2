import { expect } from 'chai';
import { alignViews } from '../../../../shared/imports/match/align-views.ts';
import type { Listed } from '../../../../shared/imports/match/align-views.ts';
import type { Span } from '../../../../shared/imports/match/view-evidence.ts';
import { assignCheapest } from '../../../../shared/imports/match/assign-cheapest.ts';

const CSV = { make: 'csv', isBank: false };
const CAMT = { make: 'camt', isBank: true };
const OFX = { make: 'ofx', isBank: true };

const listed = (source: typeof CSV, ...rows: (number | [number, string])[]): Listed[] =>
  rows.map((row, at) => {
    const [day, name] = typeof row === 'number' ? [row, 'Cafe'] : row;
    const views = [{ ...source, day, name }];
    return { id: `${source.make} ${day}.${at}`, currency: 'EUR', pending: false, views };
  });
const span = ({ make }: typeof CSV, first = 1, last = 31) => ({ make, first, last });
/** Bookings that both have: of the first's days and so many later. */
const known = (one: typeof CSV, other: typeof CSV, ...apart: number[]) =>
  apart.flatMap((days, at) =>
    Array.from({ length: 5 }, () => [
      { ...one, day: at, name: 'Cafe' },
      { ...other, day: at + days, name: 'Cafe' },
    ]),
  );

describe('pairing of bookings by what their sources say', () => {
  const align = (
    wanted: Listed[],
    stored: Listed[],
    before: ReturnType<typeof known> = known(CSV, OFX, 0, 1, 2, 3),
    spans = { wanted: [span(CSV)], stored: [span(OFX)] },
  ) =>
    alignViews([{ wanted, stored }], before, spans).map((pair) => [
      pair.wanted.views[0]?.day,
      pair.stored.views[0]?.day,
    ]);

  it('leaves alone what may be outside of the other source rather than what it should have', () => {
    const pairs = align(listed(CSV, 2, 5), listed(OFX, 2, 5, 8));
    expect(pairs).to.deep.equal([
      [2, 5],
      [5, 8],
    ]);
  });

  it('takes two for one on other days only where these sources date apart or one of them should have it', () => {
    const spans = { wanted: [span(CSV, 29)], stored: [span(OFX, 1, 28)] };
    expect(align(listed(CSV, 29), listed(OFX, 28), [], spans)).to.deep.equal([]);
    expect(align(listed(CSV, 29), listed(OFX, 29), [], spans)).to.deep.equal([[29, 29]]);
    expect(align(listed(CSV, 15), listed(OFX, 14), [])).to.deep.equal([[15, 14]]);
    const meeting = { wanted: [span(CSV, 1, 30)], stored: [span(OFX, 31, 60)] };
    for (const [name, pairs] of [
      ['Cafe', [[30, 31]]],
      ['Cinema', []],
      ['Cafe in the cinema', []],
    ] as const) {
      const [one, other] = [listed(CSV, 30), listed(OFX, [31, name])];
      expect(align(one, other, [], meeting), name).to.deep.equal(pairs);
      expect(align(one, other, known(CSV, OFX, 0), meeting), name).to.deep.equal([]);
      expect(align(one, other, known(CSV, OFX, 0, 1), meeting), name).to.deep.equal([[30, 31]]);
    }
    const alike = known(CSV, OFX, 0, 0, 0);
    expect(align(listed(CSV, 29), listed(OFX, 28), alike, spans)).to.deep.equal([]);
  });

  it('prefers names that these sources give one booking to near days', () => {
    const cafe: [number, string] = [4, 'Cafe'];
    const wanted = listed(CSV, [3, '371 CAFE'], [4, '982 CAFE']);
    const stored = listed(OFX, [4, '371 CAFE'], [5, '982 CAFE']);
    expect(align(wanted, stored)).to.have.deep.members([
      [3, 4],
      [4, 5],
    ]);
    const pairs = align(listed(CSV, [4, 'Bakery'], cafe), listed(OFX, [4, 'Cafe'], [6, 'Bakery']));
    expect(pairs).to.have.deep.members([
      [4, 6],
      [4, 4],
    ]);
  });

  it('prefers a namesake, however it is dated, to another payee whom both sources name', () => {
    const wanted = listed(CSV, [4, 'Cafe'], [7, 'Bakery']);
    const stored = listed(OFX, [2, 'Bakery'], [5, 'Cafe'], [6, 'Bakery']);
    const spans = { wanted: [span(CSV, 4, 7)], stored: [span(OFX)] };
    expect(align(wanted, stored, known(CSV, OFX, -1, -2), spans)).to.deep.equal([
      [4, 5],
      [7, 6],
    ]);
  });

  it('takes for one what is left on either side of others that were paired askew before', () => {
    expect(align(listed(CSV, 12), listed(OFX, 18))).to.deep.equal([[12, 18]]);
    const spans = { wanted: [span(CSV, 1, 16)], stored: [span(OFX)] };
    expect(align(listed(CSV, 12), listed(OFX, 18), undefined, spans)).to.deep.equal([]);
    expect(align(listed(CSV, 3), listed(OFX, 28))).to.deep.equal([]);
    expect(align(listed(CSV, 12), listed(OFX, [18, 'Bakery']))).to.deep.equal([]);
  });

  it('expects days next to those by which sources were seen apart', () => {
    const spans = { wanted: [span(CSV, 3, 5)], stored: [span(OFX, 6, 7)] };
    const pairs = (...apart: number[]) =>
      align(listed(CSV, 3), listed(OFX, 6), known(CSV, OFX, ...apart), spans);
    expect(pairs(1, 1, 1, 2, 2, 2)).to.deep.equal([[3, 6]]);
    expect(pairs(1, 1, 1, 1, 1, 1)).to.deep.equal([]);
  });

  it('learns from what it pairs at first how the sources date the rest', () => {
    const wanted = listed(CSV, 11, 12, 21, 22, 31, 32, 40);
    const stored = listed(OFX, 13, 14, 23, 24, 33, 34, 42);
    const spans = {
      wanted: [span(CSV, 1, 34), span(CSV, 40, 40)],
      stored: [span(OFX, 1, 36), span(OFX, 42, 60)],
    };
    expect(align(wanted, stored, [], spans)).to.have.length(7);
  });

  it('learns how sources date from bookings of one price that names tell apart', () => {
    const wanted = listed(CSV, [12, '371 CAFE'], [13, '982 CAFE']);
    const stored = listed(OFX, [14, '371 CAFE'], [15, '982 CAFE']);
    expect(align(wanted, stored, [])).to.deep.equal([
      [12, 14],
      [13, 15],
    ]);
  });

  it('goes by the source that dates a booking as the file in hand does', () => {
    const [early, late] = listed(OFX, 3, 4);
    const stored = [
      { ...early!, views: [...early!.views, { ...CAMT, day: 6, name: 'Cafe' }] },
      { ...late!, views: [...late!.views, { ...CAMT, day: 4, name: 'Cafe' }] },
    ];
    const before = [...known(CSV, CAMT, 0, 0, 0), ...known(CSV, OFX, 0, 1, 2, 3)];
    expect(align(listed(CSV, 4, 6), stored, before)).to.deep.equal([
      [4, 4],
      [6, 3],
    ]);
  });

  it('goes by the surest source in days, even if more is known of the names in another', () => {
    const [one] = listed(OFX, 4);
    const stored = [{ ...one!, views: [...one!.views, { ...CSV, day: 5, name: 'Cafe' }] }];
    const spans = { wanted: [span(CAMT, -30, 4)], stored: [span(OFX, 2), span(CSV, 5)] };
    const before = known(CAMT, OFX, 0, 1, 2, 3);
    expect(align(listed(CAMT, 1), [one!], before, spans)).to.deep.equal([[1, 4]]);
    expect(align(listed(CAMT, 1), stored, before, spans)).to.deep.equal([]);
    expect(align(listed(CAMT, 4), stored, before, spans)).to.deep.equal([[4, 4]]);
  });

  it('takes two of a rare price for one rather than two of one that is paid often', () => {
    const spans = { wanted: [span(CSV, -270, 29)], stored: [span(OFX, 30, 31)] };
    const pairs = (...more: number[]) =>
      align(
        listed(CSV, ...more, [29, 'Bakery']),
        listed(OFX, 30),
        known(CSV, OFX, 0, 0, 0, 0, 1),
        spans,
      );
    expect(pairs()).to.deep.equal([[29, 30]]);
    const often = Array.from({ length: 140 }, (_, at) => 2 * at - 270);
    expect(pairs(...often)).to.deep.equal([]);
  });

  it('expects of a source what it saw of another that dates like it', () => {
    const spans = { wanted: [span(CAMT, 25, 29)], stored: [span(OFX, 30, 31)] };
    const pairs = (...more: ReturnType<typeof known>) =>
      align(listed(CAMT, 29), listed(OFX, 30), [...known(CSV, OFX, 0, 1, 1), ...more], spans);
    expect(pairs(...known(CAMT, CSV, 0, 0))).to.deep.equal([[29, 30]]);
    expect(pairs(...known(CAMT, CSV, 0, 2))).to.deep.equal([]);
    expect(pairs()).to.deep.equal([]);
  });

  it('expects days between those by which sources were seen apart, and none in the other direction', () => {
    const pairs = (csv: number, ofx: number) => {
      const spans = { wanted: [span(CSV, csv, csv)], stored: [span(OFX, ofx, ofx)] };
      return align(listed(CSV, csv), listed(OFX, ofx), known(CSV, OFX, 0, 3), spans);
    };
    expect(pairs(5, 6)).to.deep.equal([[5, 6]]);
    expect(pairs(6, 5)).to.deep.equal([]);
  });

  it('takes one that a source has again under another id for one only where another source has no second', () => {
    const [one] = listed(CAMT, 29);
    const again = { ...one!, reissued: true };
    const pairs = (stored: Listed[], ...others: Span[]) =>
      align(listed(CAMT, 29), stored, [], {
        wanted: [span(CAMT, 29, 60)],
        stored: [span(CAMT, 1, 29), ...others],
      });
    expect(pairs([one!], span(OFX, 1, 60))).to.deep.equal([]);
    expect(pairs([again], span(OFX, 1, 60))).to.deep.equal([[29, 29]]);
    expect(pairs([again], span(OFX, 1, 28))).to.deep.equal([]);
    expect(pairs([again, ...listed(OFX, 28)], span(OFX, 1, 60))).to.deep.equal([[29, 28]]);
  });

  it('never pairs two currencies, two of one source, or other days of two tables', () => {
    const dollars = listed(OFX, 5).map((one) => ({ ...one, currency: 'USD' }));
    const unsaid = listed(OFX, 5).map((one) => ({ ...one, currency: null }));
    expect(align(listed(CSV, 5), dollars)).to.deep.equal([]);
    expect(align(listed(CSV, 5), unsaid)).to.deep.equal([[5, 5]]);
    expect(align(listed(CSV, 5), listed(CSV, 5))).to.deep.equal([]);
    const other = { make: 'other', isBank: false };
    expect(align(listed(CSV, 5, 9), listed(other, 5, 8))).to.deep.equal([[5, 5]]);
  });

  it('pairs thousands of one price, also of one day', () => {
    const days = Array.from({ length: 3000 }, (_, at) => at % 300).sort((a, b) => a - b);
    const spans = { wanted: [span(CSV, 0, 300)], stored: [span(OFX, 0, 300)] };
    for (const all of [days, days.map(() => 7)]) {
      expect(align(listed(CSV, ...all), listed(OFX, ...all), [], spans)).to.have.length(3000);
    }
  });
});

describe('the cheapest assignment', () => {
  it('is none dearer than any other, and leaves alone what costs less so', () => {
    const costs = [
      [4, 1, 3],
      [2, 0, 5],
      [3, 2, Infinity],
    ];
    expect(assignCheapest(costs, [9, 9, 9])).to.deep.equal([2, 1, 0]);
    expect(assignCheapest(costs, [1, 9, 9])).to.deep.equal([null, 1, 0]);
    expect(assignCheapest([[Infinity], []], [5, 5])).to.deep.equal([null, null]);
    expect(assignCheapest([], [])).to.deep.equal([]);
  });
});

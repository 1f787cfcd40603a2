import { expect } from 'chai';
import fc from 'fast-check';
import { NUMBER_FORMATS, readDecimal, type NumberFormat } from '#preflight/fields/amounts';
import { scaledAmountOf } from '#preflight/evidence/scaled-amount';
import { forAll } from '../../../helpers/for-all.ts';

/** How banks write which way an amount goes, and its currency. */
const NOTATIONS =
  `n|-n|+n|(n)|n-|n+|\u2212n|▲n|n(-)|n(+)|n DR|n CR|nDR|n Dr.|n D|n C|n S|n H|n DB|n (Dr)|n (Cr)|n(CR)|n (D)|n (C)|n (B)|n (A)
|€ n|n EUR|-€n|EUR -n|$n|($n)|n USD CR|R$ n D|n kr|CHF n`.split(/\|\s*|\n\|?/u);

/** Digits in groups as the format has them. */
function written(cents: number, format: NumberFormat): string {
  const [group, point] = { '1,234.56': ',.', '1.234,56': '.,', '1 234,56': ' ,', '1,234': ',' }[
    format
  ];
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(?:\d{3})+$)/gu, group!);
  return point === undefined ? whole : `${whole}${point}${String(cents % 100).padStart(2, '0')}`;
}

describe('an amount in a column of balances', () => {
  it('is read as the amounts of bookings are, in every notation', () => {
    const read = new Set<string>();
    forAll(
      2000,
      fc.integer({ min: 1, max: 99_999_999_999 }),
      fc.constantFrom(...NOTATIONS),
      fc.constantFrom(...NUMBER_FORMATS),
      (cents, notation, format) => {
        const text = notation.replace('n', written(cents, format));
        const exact = readDecimal(text, format);
        if (exact === undefined) return;
        read.add(notation);
        expect(scaledAmountOf(text, format), text).to.equal(Math.round(Number(exact) * 10_000));
      },
    );
    expect(NOTATIONS.filter((notation) => !read.has(notation))).to.deep.equal([]);
  });
});

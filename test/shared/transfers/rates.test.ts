import { expect } from 'chai';
import { learnRates, nearestRate, sumsAcross } from '../../../shared/transfers/rates.ts';
import type { PastSide } from '../../../shared/transfers/side.ts';

const side = (id: string, amount: string, currency: string, day: string): PastSide => ({
  ...{ id, amount, currency, text: id, known: null },
  date: `2025-${day}`,
  accountId: currency,
});
/** Money that goes abroad each month, at a rate that moves by a hundredth. */
const moved = [1.09, 1.1, 1.095, 1.105].flatMap((rate, month) => [
  side(`out ${month}`, '-500', 'EUR', `0${month + 1}-03`),
  side(`in ${month}`, String(Math.round(500 * rate)), 'USD', `0${month + 1}-05`),
]);
const DAY = { id: 'asked', date: '2025-03-03' };
const NO_HABITS = { rates: [], speaksFor: () => false };

describe('the rates that a household’s past agrees on', () => {
  it('are those at which sums of two currencies meet again and again', () => {
    const spent = [1, 2, 3, 4].map((n) => side(`shop ${n}`, `-${430 + 37 * n}`, 'EUR', `0${n}-04`));
    const rates = learnRates([...moved, ...spent], () => 1);
    expect(nearestRate(rates, ['EUR', 'USD'], DAY)).to.be.closeTo(500 / 547, 0.01);
    expect(nearestRate(rates, ['USD', 'EUR'], DAY)).to.be.closeTo(547 / 500, 0.01);
  });

  it('are not those between what arrives abroad and a loan’s payment, which arrives at the loan', () => {
    const loan = [1, 2, 3, 4].flatMap((n) => [
      side(`paid ${n}`, '-437.49', 'EUR', `0${n}-04`),
      { ...side(`owed ${n}`, '437.49', 'EUR', `0${n}-05`), accountId: 'loan' },
    ]);
    const rates = learnRates([...loan, ...moved], () => 1);
    expect(nearestRate(rates, ['EUR', 'USD'], DAY)).to.be.closeTo(500 / 547, 0.01);
    // What a person said to be no transfer shows no rate either.
    const called = loan.map((each) => ({ ...each, known: 'other' as const }));
    expect(learnRates([...called, ...moved], () => 1)).to.deep.equal(rates);
  });

  it('are none where hardly any agree, where they are the same two sums each month, or where no rate can be such', () => {
    const wages = [1, 2, 3, 4].flatMap((n) => [
      side(`rent ${n}`, '-900', 'EUR', `0${n}-01`),
      side(`wages ${n}`, '1000', 'USD', `0${n}-01`),
    ]);
    const yen = moved.map((each) =>
      each.currency === 'USD' ? { ...each, currency: 'JPY' } : each,
    );
    for (const past of [moved.slice(0, 2), wages, yen])
      expect(learnRates(past, () => 1)).to.deep.equal([]);
  });

  it('are no proof of the transfer that they were seen in', () => {
    const rates = learnRates(moved, () => 1).filter(({ outflowId }) => outflowId === 'out 2');
    expect(nearestRate(rates, ['EUR', 'USD'], { ...DAY, id: 'out 2' })).to.equal(null);
    expect(nearestRate(rates, ['EUR', 'USD'], DAY)).not.to.equal(null);
  });

  it('bound what is looked for; without one, words and a plausible rate do', () => {
    const out = (text: string): Parameters<typeof sumsAcross>[0] => ({
      ...{ ...DAY, accountId: 'EUR', amount: '-100', currency: 'EUR', pending: false },
      text,
    });
    expect(sumsAcross(out('Shop'), 'USD', [], NO_HABITS)).to.equal(null);
    const rough = sumsAcross(out('Transfer'), 'USD', [], NO_HABITS);
    expect(rough).to.include({ knownRate: null });
    expect([rough?.least, rough?.most].map(Number).map(Math.round)).to.deep.equal([75, 168]);
    const known = sumsAcross(out('Shop'), 'USD', [], {
      ...NO_HABITS,
      rates: learnRates(moved, () => 1),
    });
    expect([known?.least, known?.most].map(Number).map(Math.round)).to.deep.equal([99, 122]);
  });
});

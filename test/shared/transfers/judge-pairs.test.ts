import { expect } from 'chai';
import { judgePairs } from '../../../shared/transfers/judge-pairs.ts';
import { learnHabits } from '../../../shared/transfers/learn-habits.ts';
import type { Side, TransferAccount } from '../../../shared/transfers/side.ts';

const account = (id: string, name: string, type = 'Depository'): TransferAccount => ({
  id,
  name,
  type,
  subtype: null,
  institutionName: null,
});
const ACCOUNTS = [
  account('checking', 'Girokonto 1203'),
  account('savings', 'Tagesgeld 7788'),
  account('card', 'Visa 4410', 'CreditCard'),
  account('loan', 'Car loan', 'Loan'),
];

/** `account amount day text`, the day of June 2025. */
function side(line: string, place: number): Side {
  const [, accountId = '', amount = '', day = '', text = ''] =
    /^(\w+) (\S+) (\d\d)(?: (.*))?$/.exec(line) ?? [];
  return {
    id: String(place),
    accountId,
    amount,
    date: `2025-06-${day}`,
    currency: 'EUR',
    text,
    pending: text.endsWith('(pending)'),
  };
}

/** The verdicts on every pair that fits, as `certain 0>1`. */
function judge(...lines: string[]): string[] {
  const sides = lines.map(side);
  const pairs = sides.flatMap((outflow) =>
    sides
      .filter(
        ({ amount, accountId }) =>
          `-${amount}` === outflow.amount && accountId !== outflow.accountId,
      )
      .map((inflow) => ({ outflowId: outflow.id, inflowId: inflow.id })),
  );
  const byId = new Map(sides.map((each) => [each.id, each]));
  const neighbourhood = { sides: byId, accounts: ACCOUNTS, pairs, whole: new Set(byId.keys()) };
  const verdicts = judgePairs(neighbourhood, learnHabits(ACCOUNTS, [], []));
  return Object.entries(verdicts).flatMap(([word, list]: [string, typeof verdicts.certain]) =>
    list.map(({ outflowId, inflowId }) => `${word} ${outflowId}>${inflowId}`).sort(),
  );
}

/** As statements word it; what is expected behind the arrow. */
const CASES = `
  own transfers, in German: checking -250 02 UMBUCHUNG | savings 250 02 Umbuchung → certain 0>1
  own transfers, in Spanish: checking -250 02 TRASPASO | savings 250 03 TRASPASO RECIBIDO → certain 0>1
  own transfers, in Italian: checking -80 02 GIROCONTO | savings 80 04 Giroconto → certain 0>1
  own transfers, in Japanese: checking -30000 02 振替 | savings 30000 02 振替 → certain 0>1
  the bill of a card: checking -612.35 02 Kreditkartenabrechnung | card 612.35 04 Ausgleich → certain 0>1
  a payment that a card thanks for: checking -612.35 02 VISA | card 612.35 03 PAYMENT - THANK YOU → certain 0>1
  the instalment of a loan: checking -350 02 Darlehensrate | loan 350 02 → certain 0>1
  the last digits of the other account: checking -500 02 To 7788 | savings 500 04 → certain 0>1
  no words and an odd sum on one day: checking -1234.56 02 | savings 1234.56 02 → doubtful 0>1
  words that say nothing of a transfer: checking -1234.56 02 Online order | savings 1234.56 02 Incoming → doubtful 0>1
  a transfer to one person and one from another: checking -250 02 Transfer to Eva Novak | savings 250 02 Transfer from Jan Kowalski → doubtful 0>1
  an odd sum to one person and from another, on one day: checking -1234.56 02 Bonifico Eva Novak | savings 1234.56 02 Swish Jan Kowalski → doubtful 0>1
  money that goes on from where it arrived: checking -40 02 Umbuchung | savings 40 02 Umbuchung | savings -40 02 Umbuchung | loan 40 02 Umbuchung → certain 0>1, certain 2>3
  no words and a round sum: checking -50 02 | savings 50 02 → doubtful 0>1
  two arrivals for one departure: checking -500 02 Transfer | savings 500 02 Transfer | card 500 02 Transfer → doubtful 0>1, doubtful 0>2
  two arrivals, one of which the words name: checking -500 02 Sparen Tagesgeld 7788 | savings 500 03 | loan 500 02 → certain 0>1
  a dinner that a friend pays back: card -46.90 02 Pizzeria Napoli | checking 46.90 03 Gutschrift Piotr Zielinski → doubtful 0>1
  a purchase and its refund elsewhere: card -59.99 02 ZALANDO | checking 59.99 04 Erstattung ZALANDO → nothing
  rent and a salary of the same sum: checking -1200 02 Miete | savings 1200 02 Gehalt Muster GmbH → nothing
  equal sums on two days, in their order: checking -500 02 Umbuchung | checking -500 04 Umbuchung | savings 500 03 Umbuchung | savings 500 05 Umbuchung → certain 0>2, certain 1>3
  equal sums to two accounts, from twins: checking -500 02 Übertrag | checking -500 02 Übertrag | savings 500 02 | loan 500 02 → certain 0>3, certain 1>2
  a pending side: checking -250 02 Umbuchung | savings 250 02 Umbuchung (pending) → nothing
  a pending rival: checking -250 02 Umbuchung | savings 250 02 Umbuchung | loan 250 02 Umbuchung (pending) → doubtful 0>1
`;

describe('judging pairs of transactions', () => {
  for (const line of CASES.trim().split('\n')) {
    const [, title = '', lines = '', expected = ''] = /^ *(.*?): (.*) → (.*)$/.exec(line) ?? [];
    const verdicts = expected === 'nothing' ? [] : expected.split(', ');
    it(title, () => expect(judge(...lines.split(' | '))).to.have.members(verdicts));
  }

  it('is certain of nothing whose other pairs are not known', () => {
    const sides = ['checking -250 02 UMBUCHUNG', 'savings 250 02 UMBUCHUNG'].map(side);
    const byId = new Map(sides.map((each) => [each.id, each]));
    const pairs = [{ outflowId: '0', inflowId: '1' }];
    const neighbourhood = { sides: byId, accounts: ACCOUNTS, pairs, whole: new Set(['0']) };
    const verdicts = judgePairs(neighbourhood, learnHabits(ACCOUNTS, [], []));
    expect(verdicts).to.deep.equal({ certain: [], doubtful: pairs });
  });
});

import { expect } from 'chai';
import { Habits } from '../../../shared/transfers/habits.ts';
import { judgePairs } from '../../../shared/transfers/judge-pairs.ts';
import { learnHabits } from '../../../shared/transfers/learn-habits.ts';
import { pairProbabilities } from '../../../shared/transfers/pair-odds.ts';
import type { PastSide, SidePair, TransferAccount } from '../../../shared/transfers/side.ts';

const ACCOUNTS = ['one', 'two'].map((id): TransferAccount => ({
  id,
  name: id,
  type: 'Depository',
  subtype: 'checking',
  institutionName: null,
}));

interface Line {
  readonly account: string;
  /** Of each month; the first is January 2025. */
  readonly amounts: readonly string[];
  readonly day: string;
  readonly text: string;
  readonly known?: PastSide['known'];
}

const linesOf = (lines: readonly Line[]): PastSide[] =>
  lines.flatMap(({ account, amounts, day, text, known = null }) =>
    amounts.map((amount, month) => ({
      id: `${account} ${amount} ${month}`,
      accountId: account,
      date: `2025-${String(month + 1).padStart(2, '0')}-${day}`,
      amount,
      currency: 'EUR',
      text,
      known,
    })),
  );

/** What becomes of the first departure and the first arrival. */
function verdict(
  lines: readonly Line[],
  past = linesOf(lines),
  rejected: readonly SidePair[] = [],
): 'certain' | 'doubtful' | 'none' {
  const outflow = past.find(({ amount }) => amount.startsWith('-'));
  const inflow = past.find(({ amount }) => !amount.startsWith('-'));
  if (outflow === undefined || inflow === undefined) throw new Error('no pair');
  const sides = new Map([outflow, inflow].map((side) => [side.id, { ...side, pending: false }]));
  const pairs = [{ outflowId: outflow.id, inflowId: inflow.id }];
  const neighbourhood = { sides, accounts: ACCOUNTS, pairs, whole: new Set(sides.keys()) };
  const { certain, doubtful } = judgePairs(neighbourhood, learnHabits(ACCOUNTS, past, rejected));
  return certain.length > 0 ? 'certain' : doubtful.length > 0 ? 'doubtful' : 'none';
}

const negative = (amounts: readonly string[]): string[] => amounts.map((amount) => `-${amount}`);
const SUMS = ['250', '310', '90', '400', '120', '75', '280', '60'];
/** Purchases and credits that meet nothing: how often a household's sums do. */
const REST: Line[] = [
  {
    account: 'one',
    day: '20',
    text: 'Maxima',
    amounts: negative(SUMS.map((sum) => `${sum}.31`)),
  },
  { account: 'two', day: '27', text: 'Kita', amounts: SUMS.map((sum) => `${sum}.77`) },
];

describe('the habits of a household', () => {
  const moved = (amounts: readonly string[]): Line[] => [
    { account: 'one', day: '02', text: 'Pervedimas', amounts: negative(amounts) },
    { account: 'two', day: '03', text: 'Gauta', amounts },
  ];

  it('show what words of no list mean, once they have met often', () => {
    expect(verdict([...moved(SUMS.slice(0, 1)), ...REST])).to.equal('doubtful');
    expect(verdict([...moved(SUMS), ...REST])).to.equal('certain');
  });

  it('are believed less in every pair worded like one that a person rejected', () => {
    const lines = [...moved(SUMS), ...REST];
    const rejected = [{ outflowId: 'one -310 1', inflowId: 'two 310 1' }];
    expect(verdict(lines, undefined, rejected)).to.equal('doubtful');
    const others = [{ outflowId: 'one -250.31 0', inflowId: 'two 250.77 0' }];
    expect(verdict(lines, undefined, others)).to.equal('certain');
  });

  it('are believed again once a person accepted as many, and where only the partner was wrong', () => {
    const accepting = (month: number): PastSide[] =>
      linesOf([...moved(SUMS), ...REST]).map((side) =>
        side.text !== 'Maxima' && side.id.endsWith(` ${month}`)
          ? { ...side, known: 'transfer' as const }
          : side,
      );
    const rejected = [{ outflowId: 'one -310 1', inflowId: 'two 310 1' }];
    expect(verdict([], accepting(2), rejected)).to.equal('certain');
    const partner = [{ outflowId: 'one -310 1', inflowId: 'two 90 2' }];
    expect(verdict([], accepting(1), partner)).to.equal('certain');
    const twice = [...rejected, { outflowId: 'one -400 3', inflowId: 'two 400 3' }];
    expect(verdict([], accepting(2), twice)).to.equal('doubtful');
  });

  it('distinguish a person whom the household knows as its own from a stranger', () => {
    const ofAnna = (sign: string, account: string): Line => ({
      account,
      day: '02',
      text: `Transfer ${sign === '-' ? 'to' : 'from'} Anna Kowalska`,
      amounts: SUMS.map((sum) => sign + sum),
    });
    const known = [ofAnna('-', 'one'), ofAnna('', 'two'), ...REST];
    const paid = (out: string, into: string): Line[] => [
      { account: 'one', day: '11', text: out, amounts: ['-45'] },
      { account: 'two', day: '11', text: into, amounts: ['45'] },
      ...known,
    ];
    expect(verdict(paid('Transfer to Anna Kowalska', 'Transfer from Anna Kowalska'))).to.equal(
      'certain',
    );
    for (const [out, into] of [
      ['Transfer to Eva Novak', 'Transfer from Jan Kowalski'],
      ['Transfer to Eva Novak', 'Transfer from Anna Kowalska'],
      ['Transfer to Anna Kowalska', 'Transfer from Jan Kowalski'],
      ['Online order', 'Incoming'],
      ['Online order', 'Transfer from Jan Kowalski'],
    ] as const)
      expect(verdict(paid(out, into)), `${out}, ${into}`).not.to.equal('certain');
  });

  it('show nothing by wages that are as high as the rent, month by month', () => {
    const equal = Array.from({ length: 12 }, () => '1200');
    const lines: Line[] = [
      { account: 'two', day: '01', text: 'Delta Werke', amounts: equal },
      { account: 'one', day: '03', text: 'Hill Estates', amounts: negative(equal) },
    ];
    expect(verdict([...lines, ...REST])).not.to.equal('certain');
  });

  it('are none where a person said that such a pair is no transfer', () => {
    const past = linesOf([...moved(SUMS), ...REST]);
    const said = past.map((side, place) =>
      place === 0 || side.text === 'Maxima' ? side : { ...side, known: 'other' as const },
    );
    expect(verdict([], said)).not.to.equal('certain');
  });
});

describe('learning habits', () => {
  it('looks at few pairs, however many equal sums meet on the days around', () => {
    const past = Array.from({ length: 1_000 }, (_, place): PastSide => ({
      id: `${place}`,
      accountId: place % 2 === 0 ? 'one' : 'two',
      date: `2025-01-${String(10 + (place % 5))}`,
      amount: place % 2 === 0 ? '-20' : '20',
      currency: 'EUR',
      text: 'Maxima',
      known: null,
    }));
    let judged = 0;
    const habits = new Habits(past, [], (outflow, inflow) => {
      judged += 1;
      return outflow.date === inflow.date ? 1 : 0;
    });
    expect(judged).to.equal(500 * 12);
    // The nearest days come first.
    const [first] = past;
    expect(first === undefined ? null : habits.text(first)).to.be.above(0);
  });
});

describe('how probable pairs are', () => {
  const probable = (pairs: string): number[] =>
    pairProbabilities(
      pairs.split(' ').map((pair) => {
        const [outflowId = '', inflowId = '', score = ''] = pair.split(/[>=]/);
        return { outflowId, inflowId, score: Number(score) };
      }),
    ).map((probability) => Math.round(probability * 100) / 100);

  for (const [title, pairs, expected] of [
    ['goes by the score where there is one', 'a>b=0 c>d=6', [0.5, 1]],
    ['is shared by two that exclude each other', 'a>b=9 a>c=9', [0.5, 0.5]],
    ['is shared by twins on both sides', 'a>c=20 a>d=20 b>c=20 b>d=20', [0.5, 0.5, 0.5, 0.5]],
    ['counts the others that a pair would leave alone', 'a>b=8 c>d=8 a>d=9', [1, 1, 0]],
    ['compares sums of high scores', 'a>c=20 a>d=10 b>c=8 b>d=4', [1, 0, 0, 0.98]],
  ] as const) {
    it(title, () => expect(probable(pairs)).to.deep.equal(expected));
  }
});

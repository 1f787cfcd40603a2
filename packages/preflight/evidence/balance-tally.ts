/** A row whose balance does not follow from the one before. Amounts in ten-thousandths. */
export interface BalanceBreak {
  line: number;
  /** The change of the balance. */
  moved: number;
  /** The sum of the amounts. */
  amount: number;
}

/** What the running balances prove about a reading of the amounts. */
export interface BalanceVerdict {
  /** Which row a balance follows from: the one above, or the one below. */
  order: 'oldest_first' | 'newest_first';
  /** The balances move opposite to the amounts, so the amounts have the wrong sign. */
  reversed: boolean;
  agree: number;
  disagree: number;
  /** The first rows that break the chain. */
  breaks: BalanceBreak[];
}

const BREAKS_KEPT = 20;
/** Two matches to the cent are no coincidence. */
const AGREEING_MIN = 2;
const AGREEING_SHARE_MIN = 0.75;

/** The row with the last balance, and the amounts since. There is one chain for each account and currency. */
interface Chain {
  balance: number;
  amount: number;
  /** Amounts of rows without a balance since then. */
  between: number;
  line: number;
}

const CHAINS_MAX = 200;

/** The four readings of the rows: bit 1 for newest first, bit 2 for amounts of the opposite sign. */
const TRIALS = 4;
/** A trial that fits this many first steps is right; from then on only this one is tested. */
const LEADING_STEPS = 200;

/** Follows running balances from row to row: balance[i] = balance[i-1] ± amount[i], in either order of the rows. */
export function createBalanceTally() {
  const trials = createTrials();
  const chains = new Map<string, Chain>();
  let lastKey: string | undefined;
  let last: Chain | undefined;

  function chainOf(key: string): Chain | undefined {
    if (key !== lastKey) {
      lastKey = key;
      last = chains.get(key);
    }
    return last;
  }

  return {
    /** NaN means a blank cell. `key` identifies the account or currency. */
    add(line: number, balance: number, amount: number, key = ''): void {
      const own = Number.isNaN(amount) ? 0 : amount;
      const chain = chainOf(key);
      if (chain === undefined) {
        if (Number.isNaN(balance) || chains.size >= CHAINS_MAX) return;
        last = { balance, amount: own, between: 0, line };
        chains.set(key, last);
        return;
      }
      if (Number.isNaN(balance)) {
        chain.between += own;
        return;
      }
      trials.step(chain, line, balance - chain.balance, own);
      chain.balance = balance;
      chain.amount = own;
      chain.between = 0;
      chain.line = line;
    },
    /** Undefined when the balances prove nothing. */
    verdict: () => trials.verdict(),
  };
}

/** Counts how many steps of the balances each reading of the rows explains. */
function createTrials() {
  const agreeing = new Int32Array(TRIALS);
  const broken = new Int32Array(TRIALS);
  const breaks: BalanceBreak[][] = Array.from({ length: TRIALS }, () => []);
  let steps = 0;
  let leader = -1;
  /** Steps on which only the leader was tested. */
  let led = 0;

  function note(trial: number, agrees: boolean, line: number, moved: number, amount: number): void {
    if (agrees) agreeing[trial] = (agreeing[trial] ?? 0) + 1;
    else {
      const list = breaks[trial];
      if (list !== undefined && list.length < BREAKS_KEPT) list.push({ line, moved, amount });
      broken[trial] = (broken[trial] ?? 0) + 1;
    }
  }

  /** Counts the trials that the step fits. Once one leads clearly, tests only that one. */
  function step(chain: Chain, line: number, moved: number, amount: number): void {
    const rising = chain.between + amount;
    const falling = chain.between + chain.amount;
    if (leader === 0 && moved === rising) led += 1;
    else if (leader === 1 && moved === -falling) led += 1;
    else if (moved !== 0 || rising !== 0 || falling !== 0)
      compareAll(chain.line, line, moved, rising, falling);
  }

  function compareAll(
    before: number,
    line: number,
    moved: number,
    rising: number,
    falling: number,
  ): void {
    note(0, moved === rising, line, moved, rising);
    note(1, moved === -falling, before, -moved, falling);
    note(2, moved === -rising, line, moved, -rising);
    note(3, moved === falling, before, -moved, -falling);
    steps += 1;
    if (steps === LEADING_STEPS) leader = agreeing.findIndex((agree) => agree === steps);
  }

  return {
    step,
    verdict(): BalanceVerdict | undefined {
      const best = agreeing.indexOf(Math.max(...agreeing));
      const agree = (agreeing[best] ?? 0) + led;
      const disagree = broken[best] ?? 0;
      if (agree < AGREEING_MIN || agree < (agree + disagree) * AGREEING_SHARE_MIN) return undefined;
      const reversed = best >= 2;
      // Equal amounts all the way down fit both signs, each in one of the two orders.
      const rivals = reversed ? [agreeing[0], agreeing[1]] : [agreeing[2], agreeing[3]];
      if (rivals.some((rival) => (rival ?? 0) >= agree)) return undefined;
      return {
        order: best % 2 === 0 ? 'oldest_first' : 'newest_first',
        reversed,
        agree,
        disagree,
        breaks: breaks[best] ?? [],
      };
    },
  };
}

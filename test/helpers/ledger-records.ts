import { drawsOf, seededRandom } from './draws.ts';
import { record } from './import-sessions.ts';

/**
 * A household with all record types, line by line in dependency order, and so many transactions. Names are
 * unique, so that two households can be compared by them.
 */
export function* ledgerRecords(transactionsCount: number): Generator<string> {
  const { random, below } = drawsOf(seededRandom(1));
  const money = (): string => `${random() < 0.8 ? '' : '-'}${below(100_000)}.${10 + below(90)}`;
  const day = (): string => {
    const month = String(1 + below(12)).padStart(2, '0');
    return `${2012 + below(14)}-${month}-${String(1 + below(28)).padStart(2, '0')}`;
  };
  const types = ['Depository', 'CreditCard', 'Loan', 'Investment', 'Property'];
  for (let n = 0; n < 10; n += 1) {
    yield record('Account', {
      id: `a${n}`,
      name: `Account ${n}`,
      accountable_type: types[n % types.length],
      balance: money(),
      cash_balance: n === 3 ? null : money(),
      currency: ['EUR', 'USD', 'JPY'][n % 3],
      notes: n === 0 ? 'Lines\nand "quotes" \\ tabs\t ü €' : null,
      institution_name: `Bank ${n}`,
    });
  }
  for (let n = 0; n < 30; n += 1) {
    yield record('Category', {
      id: `c${n}`,
      name: `Category ${n}`,
      parent_id: n >= 10 ? `c${n % 10}` : null,
      classification: n % 10 === 0 ? 'income' : 'expense',
    });
  }
  for (let n = 0; n < 15; n += 1) yield record('Tag', { id: `t${n}`, name: `Tag ${n}` });
  for (let n = 0; n < 200; n += 1) yield record('Merchant', { id: `m${n}`, name: `Merchant ${n}` });
  for (let n = 0; n < 20; n += 1) {
    yield record('RecurringTransaction', {
      id: `r${n}`,
      name: `Recurring ${n}`,
      account_id: n % 2 === 0 ? `a${n % 10}` : null,
      merchant_id: `m${n}`,
      amount: money(),
      expected_day_of_month: 1 + (n % 28),
      last_occurrence_date: day(),
      next_expected_date: day(),
      status: n % 3 === 0 ? 'inactive' : 'active',
    });
  }
  for (let n = 0; n < transactionsCount; n += 1) {
    const split = n % 20 === 7;
    const amount = split ? '30.03' : money();
    yield record('Transaction', {
      id: `x${n}`,
      account_id: `a${below(10)}`,
      date: day(),
      amount,
      name: `Transaction ${n}`,
      notes: n % 5 === 0 ? `Note ${n}` : null,
      category_id: random() < 0.8 ? `c${below(30)}` : null,
      merchant_id: random() < 0.7 ? `m${below(200)}` : null,
      tag_ids: n % 4 === 0 ? [`t${below(15)}`, `t${below(15)}`] : [],
      pending: n % 50 === 0,
      ...(split
        ? {
            split_lines: [
              { id: `x${n}a`, amount: '10.01', name: `Split ${n} a`, category_id: 'c1' },
              { amount: '20.02', name: `Split ${n} b`, tag_ids: ['t1'] },
            ],
          }
        : {}),
    });
  }
  const pairs = Math.floor(transactionsCount / 20);
  for (let n = 0; n < pairs; n += 1) {
    // Each transaction is in one transfer at most: a second would change its kind again.
    const pair = {
      inflow_transaction_id: `x${n * 20}`,
      outflow_transaction_id: `x${n * 20 + 1}`,
    };
    if (n % 5 === 0) yield record('RejectedTransfer', pair);
    else yield record('Transfer', { ...pair, status: n % 2 === 0 ? 'confirmed' : 'pending' });
  }
  for (let n = 0; n < Math.ceil(transactionsCount / 50); n += 1) {
    yield record('Trade', {
      id: `tr${n}`,
      account_id: `a${3 + 5 * (n % 2)}`,
      date: day(),
      name: `Trade ${n}`,
      qty: n % 3 === 0 ? '-2.5' : '7',
      price: money(),
      amount: money(),
      ticker: `T${n % 12}`,
      exchange_operating_mic: n % 12 < 6 ? 'XNAS' : null,
    });
  }
  for (let n = 0; n < 60; n += 1) {
    const date = new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10);
    yield record('Holding', {
      account_id: 'a3',
      date,
      qty: '3',
      price: money(),
      amount: money(),
      ticker: `T${n % 12}`,
      cost_basis: money(),
      cost_basis_source: 'manual',
    });
    yield record('Valuation', {
      id: `v${n}`,
      account_id: 'a4',
      date,
      amount: money(),
      kind: n === 0 ? 'opening_anchor' : 'reconciliation',
      name: `Valuation ${n}`,
    });
    yield record('Balance', {
      account_id: `a${n % 3}`,
      date,
      balance: money(),
      cash_balance: money(),
      cash_inflows: money(),
      flows_factor: n % 2 === 0 ? 1 : -1,
    });
  }
  for (let n = 0; n < 24; n += 1) {
    const start = new Date(Date.UTC(2024, n, 1)).toISOString().slice(0, 10);
    const end = new Date(Date.UTC(2024, n + 1, 0)).toISOString().slice(0, 10);
    yield record('Budget', {
      id: `b${n}`,
      start_date: start,
      end_date: end,
      budgeted_spending: money(),
    });
    for (let c = 0; c < 5; c += 1) {
      yield record('BudgetCategory', {
        budget_id: `b${n}`,
        category_id: `c${c}`,
        budgeted_spending: `${n}.${c}5`,
      });
    }
  }
  for (let n = 0; n < 10; n += 1) {
    yield record('Rule', {
      id: `ru${n}`,
      name: `Rule ${n}`,
      active: n % 2 === 0,
      effective_date: n % 3 === 0 ? '2024-01-01' : null,
      conditions: [
        { condition_type: 'transaction_name', operator: 'like', value: `no such name ${n}` },
        {
          condition_type: 'compound',
          operator: 'or',
          sub_conditions: [
            { condition_type: 'transaction_tag', operator: '=', value: `Tag ${n}` },
            { condition_type: 'transaction_account', operator: '=', value: `a${n}` },
          ],
        },
      ],
      actions: [{ action_type: 'set_transaction_category', value: `Category ${n}` }],
    });
  }
}

/** Fields that name another record, and the type of the record they name. */
const REFERENCES: Readonly<Record<string, string>> = {
  account_id: 'Account',
  category_id: 'Category',
  parent_id: 'Category',
  merchant_id: 'Merchant',
  budget_id: 'Budget',
  inflow_transaction_id: 'Transaction',
  outflow_transaction_id: 'Transaction',
};

/** When an attribute of that name was locked: no id. */
const STAMP = /^\d{4}-\d{2}-\d{2}T/;

/**
 * Turns the lines of an export, in its order, into canonical JSON with every id replaced by the name of what
 * it identifies: two households are equal up to ids when the results are, whatever their order.
 */
export function createIdRemover(): (line: string) => string {
  const names = new Map<string, string>();
  const name = (id: string): string => names.get(id) ?? `unknown ${id}`;
  const neutral = (key: string, value: any): any => {
    if (key === 'id') return undefined;
    if (key === 'tag_ids' && Array.isArray(value)) return (value as string[]).map(name).sort();
    if (typeof value === 'string' && REFERENCES[key] !== undefined && !STAMP.test(value)) {
      return name(value);
    }
    // Rules name accounts by id.
    return typeof value === 'string' && names.has(value) ? name(value) : value;
  };
  return (line) => {
    const each = JSON.parse(line) as { type: string; data: any };
    const { type, data } = each;
    names.set(data.id, `${type} ${data.name ?? data.start_date ?? ''}`);
    for (const split of data.split_lines ?? []) names.set(split.id, `Split ${split.name}`);
    return JSON.stringify(each, neutral);
  };
}

/** A whole export without ids, sorted. */
export function withoutIds(lines: Iterable<string>): string[] {
  const removeIds = createIdRemover();
  return Array.from(lines, removeIds).sort();
}

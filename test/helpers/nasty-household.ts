import { randomUUID } from 'node:crypto';
import type { Sql } from '../../shared/postgres/connect.ts';
import { drawsOf, seededRandom } from './draws.ts';
import { insertRow } from './insert-row.ts';
import { addOrigins } from './nasty-origins.ts';
import { action, condition, newRule } from './rule-fixtures.ts';
import { words } from './for-all.ts';

/** Texts that a column can hold and a careless reader changes. */
const TEXTS = [
  '😀'.repeat(50),
  'Ünïcödé 中文 עברית',
  '"quotes" \\ and \\n, \\u0000 as letters, {braces}',
  'tab\tline\nreturn\r end',
  'null',
  '0',
];
const AMOUNTS = [
  '0',
  '-0.01',
  '99999999999999999999.9999999999',
  '-99999999999999999999.9999999999',
  '0.0000000001',
  '1234.5',
];
const DATES = ['1900-01-01', '2024-02-29', '2025-12-31', '9999-12-31'];
const KINDS = words(
  'standard funds_movement cc_payment loan_payment investment_contribution one_time',
);
const OWNED = ['name', 'notes', 'excluded', 'category_id', 'merchant_id', 'tag_ids'];

/** Fills a household with what the tables can hold at their limits, all record types of it. */
export async function fillNastily(sql: Sql, householdId: string, seed: number): Promise<void> {
  const draws = drawsOf(seededRandom(seed));
  const { below, pick, maybe, chance, some } = draws;
  let number = 0;
  /** A name that no other record has, so that two households can be compared by names. */
  const name = (max = 255): string => {
    number += 1;
    const text = `${number} ${pick(TEXTS).trim()} `;
    return chance(0.3) ? text + '😀'.repeat(max - Array.from(text).length) : text.trim();
  };
  const notes = (): string | null =>
    pick([null, '', '  ', '\n', ` ${pick(TEXTS)} `, 'ß'.repeat(10_000)]);
  const currency = (): string => pick(['EUR', 'USD', 'JPY']);
  const stamps = (): Record<string, string> =>
    Object.fromEntries(
      some(OWNED, 0.4).map((attribute) => [attribute, '2025-01-02T03:04:05+00:00']),
    );
  const insert = (table: string, row: object): Promise<string> =>
    insertRow(sql, table, householdId, row);
  const many = async (count: number, make: () => Promise<string>): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) ids.push(await make());
    return ids;
  };

  const types = words('Depository Investment Crypto Property CreditCard Loan OtherLiability');
  const accounts = await many(types.length, () =>
    insert('accounts', {
      name: name(),
      accountable_type: types[number % types.length],
      subtype: maybe(name()),
      currency: maybe(currency()),
      balance: maybe(pick(AMOUNTS)),
      cash_balance: maybe(pick(AMOUNTS)),
      status: pick(['active', 'draft', 'disabled']),
      institution_name: maybe(name()),
      institution_domain: maybe('example.test'),
      former_names: maybe([name(), name()]),
      notes: notes(),
    }),
  );
  const parents = await many(3, () =>
    insert('categories', {
      name: name(),
      color: '#123456',
      classification: 'income',
      icon: 'x'.repeat(64),
    }),
  );
  const categories = await many(5, () =>
    insert('categories', { name: name(), parent_id: maybe(pick(parents)) }),
  );
  const tags = await many(4, () => insert('tags', { name: name(), color: 'c'.repeat(32) }));
  const merchants = await many(4, () =>
    insert('merchants', {
      name: name(),
      website_url: maybe(`https://example.test/${'u'.repeat(1900)}`),
      logo_url: maybe('https://example.test/logo'),
    }),
  );
  await many(4, () =>
    insert('recurring_transactions', {
      account_id: maybe(pick(accounts)),
      merchant_id: maybe(pick(merchants)),
      name: name(),
      amount: pick(AMOUNTS),
      currency: currency(),
      expected_day_of_month: pick([1, 31]),
      last_occurrence_date: pick(DATES),
      next_expected_date: pick(DATES),
      status: pick(['active', 'inactive']),
      occurrence_count: pick([0, 2_147_483_647]),
    }),
  );

  const entry = (): Record<string, unknown> => ({
    name: name(1000),
    notes: notes(),
    kind: pick(KINDS),
    excluded: pick([true, false]),
    pending: pick([true, false]),
    category_id: maybe(pick(categories)),
    merchant_id: maybe(pick(merchants)),
    investment_activity_label: maybe(name()),
    provider_merchant: maybe(` ${pick(TEXTS)}`),
    provider_description: maybe(pick(TEXTS)),
    extra: pick([{}, { deep: [{ text: pick(TEXTS), number: 0.1, none: null }] }]),
    locked_attributes: stamps(),
    rule_attributes: stamps(),
  });
  const transaction = async (row: Record<string, unknown> = {}): Promise<string> => {
    const id = await insert('transactions', {
      account_id: pick(accounts),
      date: pick(DATES),
      amount: pick(AMOUNTS),
      currency: currency(),
      ...entry(),
      ...row,
    });
    for (const tag of some(tags, 0.3)) {
      await insert('transaction_tags', { transaction_id: id, tag_id: tag });
    }
    return id;
  };
  const transactions = await many(30, () => transaction());
  const splits = await many(4, async () => {
    const account = pick(accounts);
    const own = currency();
    // Excluded, unless a person said otherwise.
    const locked = chance(0.5);
    const base = { account_id: account, currency: own };
    const parent = await transaction({
      ...base,
      amount: '-30.03',
      is_split_parent: true,
      excluded: !locked,
      locked_attributes: locked ? { excluded: '2025-01-02T03:04:05+00:00' } : {},
    });
    await transaction({ ...base, amount: '-10.01', parent_id: parent });
    return transaction({ ...base, amount: '-20.02', parent_id: parent });
  });

  // A split whose lines are all gone.
  const emptied = await transaction({ is_split_parent: true });
  await transaction({ parent_id: emptied, removed_at: new Date(), removed_reason: 'vanished' });
  // Counterparts that a rule made.
  await many(3, async () => {
    const source = await transaction({ amount: pick(['-5', '5']), kind: 'funds_movement' });
    const mirror = await transaction({ mirror_of: source, source: 'rule', kind: 'cc_payment' });
    const [inflow, outflow] = chance(0.5) ? [source, mirror] : [mirror, source];
    return insert('transfers', {
      inflow_transaction_id: inflow,
      outflow_transaction_id: outflow,
      status: 'confirmed',
    });
  });

  const sides = [...transactions, ...splits];
  for (let n = 0; n < 5; n += 1) {
    const [inflow, outflow] = sides.splice(0, 2);
    // As a rule or an import left them, whatever has become of the account since.
    await sql`
      update transactions
      set kind = ${pick(KINDS.filter((kind) => !['standard', 'one_time'].includes(kind)))}
      where id in (${inflow ?? ''}, ${outflow ?? ''})`;
    await insert('transfers', {
      inflow_transaction_id: inflow,
      outflow_transaction_id: outflow,
      status: pick(['pending', 'confirmed']),
      notes: notes(),
    });
    const [one, other] = sides.splice(0, 2);
    await insert('rejected_transfers', {
      inflow_transaction_id: one,
      outflow_transaction_id: other,
    });
  }

  const securities = await many(3, () =>
    insert('securities', {
      ticker: `T${(number += 1)}`,
      exchange_operating_mic: maybe('XNAS'),
      name: maybe(name()),
    }),
  );
  // The same letters in another case, the same ticker under another name, and none at all.
  for (const ticker of ['abc', 'ABC', 'Abc', null, null]) {
    securities.push(
      await insert('securities', {
        ticker,
        exchange_operating_mic: maybe('xetr'),
        name: `${name(200)} fund`,
        currency: maybe(currency()),
        isin: maybe('US0378331005'),
        figi: maybe('BBG000B9XRY4'),
        cusip: maybe('037833100'),
      }),
    );
  }
  await many(12, () =>
    insert('trades', {
      account_id: pick(accounts),
      security_id: pick(securities),
      date: pick(DATES),
      name: name(),
      quantity: pick(AMOUNTS),
      price: pick(AMOUNTS),
      amount: pick(AMOUNTS),
      currency: currency(),
      fee: maybe(pick(AMOUNTS)),
      investment_activity_label: maybe(name()),
      notes: notes(),
    }),
  );
  for (const security of securities) {
    for (const date of DATES) {
      await insert('holdings', {
        account_id: accounts[0],
        security_id: security,
        date,
        quantity: pick(AMOUNTS),
        price: maybe(pick(AMOUNTS)),
        value: maybe(pick(AMOUNTS)),
        currency: currency(),
        cost_basis: maybe(pick(AMOUNTS)),
        cost_basis_source: maybe(pick(['manual', 'calculated', 'provider'])),
      });
      // Lots that a bank lists one by one.
      await many(below(12), () =>
        insert('holdings', {
          account_id: accounts[0],
          security_id: security,
          date,
          quantity: pick(AMOUNTS),
          currency: 'EUR',
          source: 'provider',
          external_id: name(),
        }),
      );
    }
  }
  for (const date of DATES) {
    for (const account of accounts) {
      await insert('valuations', {
        account_id: account,
        date,
        kind: pick(['reconciliation', 'opening_anchor', 'current_anchor']),
        name: maybe(name()),
        amount: pick(AMOUNTS),
        currency: currency(),
        notes: notes(),
      });
    }
    await insert('balances', {
      account_id: accounts[1],
      date,
      currency: currency(),
      balance: pick(AMOUNTS),
      cash_balance: maybe(pick(AMOUNTS)),
      components: { cash_inflows: pick(AMOUNTS), net_market_flows: '1' },
      flows_factor: pick([1, -1]),
    });
    const budget = await insert('budgets', {
      start_date: date,
      end_date: date,
      budgeted_spending: maybe(pick(AMOUNTS)),
      expected_income: maybe(pick(AMOUNTS)),
      currency: currency(),
    });
    for (const category of categories) {
      await insert('budget_categories', {
        budget_id: budget,
        category_id: category,
        budgeted_spending: pick(AMOUNTS),
        currency: currency(),
      });
    }
  }

  await many(4, async () => {
    const group = condition('compound', pick(['or', 'and']), null, [
      condition('transaction_category', '=', pick(categories)),
      condition('transaction_merchant', '=', pick(merchants)),
      condition('transaction_tag', '!=', pick(tags)),
      condition('transaction_account', '=', pick(accounts)),
    ]);
    return newRule(sql, householdId, {
      name: maybe(name()),
      active: pick([true, false]),
      effectiveDate: maybe(pick(DATES)),
      conditions: [
        condition('transaction_name', 'like', ` ${pick(TEXTS)} `),
        group,
        condition('transaction_amount', '>', '99999999999999999999.9999999999'),
        condition('transaction_notes', 'is_null', null),
        // Records that were deleted since.
        ...['account', 'category', 'merchant', 'tag'].map((kind) =>
          condition(`transaction_${kind}`, '=', randomUUID()),
        ),
      ],
      actions: [
        action('set_transaction_category', pick([...categories, randomUUID()])),
        action('set_transaction_tags', pick([...tags, randomUUID()])),
        action('set_transaction_merchant', pick([...merchants, randomUUID()])),
        action('set_transaction_name', name()),
        action('exclude_transaction'),
        action('set_as_transfer_or_payment', pick([...accounts, randomUUID()])),
      ],
    });
  });
  await addOrigins(sql, householdId, draws);
}

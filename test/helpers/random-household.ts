import { createHash } from 'node:crypto';
import type { Sql } from '../../shared/postgres/connect.ts';
import { conditionTypes } from '#preflight/rules/registry';
import { takesValue } from '#preflight/rules/operators';
import type { RuleAction, RuleCondition, RuleDraft } from '#preflight/rules/rule';
import { drawsOf, seededRandom } from './draws.ts';
import { insertRows } from './insert-row.ts';
import { action, condition, newHousehold, newRule } from './rule-fixtures.ts';

/** Few texts and many ways to write them, so that rules meet. */
const TEXTS = [
  'Tea',
  'TEA  House',
  ' tea\thouse ',
  'Tea\u00a0House',
  'ΟΔΟΣ οδος',
  'İstanbul STRASSE straße',
  'move',
  '100%_\\',
  'éÉ e\u0301',
  'x',
];
const PARTS = ['tea', 'Tea House', 'HOUSE', 'οδοσ', 'Σ', 'i', 'ß', 'ss', 'é', '%', '_', '\\', 'x'];
const AMOUNTS = ['0', '-0.0', '7', '-7', '7.00', '-7.0000000001', '12345678901234567890.5', '-100'];
const DAYS = ['2025-06-01', '2025-06-03', '2025-06-05', '2025-06-12'];
const KINDS = ['standard', 'standard', 'one_time', 'funds_movement'];
const TYPES = ['Depository', 'Investment', 'Crypto', 'CreditCard', 'Loan', 'OtherLiability'];
const LABELS = ['Buy', 'Fee'];
const LOCKS = ['category_id', 'merchant_id', 'name', 'excluded', 'tag_ids'];

/** A household with rules, made from a number: the same one for the same number. */
export async function insertRandomHousehold(
  sql: Sql,
  seed: number,
): Promise<{ householdId: string; ignoreLocks: boolean }> {
  const random = seededRandom(seed * 7919 + 17);
  // The first numbers of near seeds are near.
  for (let n = 0; n < 5; n += 1) random();
  const { below, pick, chance, some, times, ...draws } = drawsOf(random);
  const maybe = <T>(value: T): T | null => draws.maybe(value, 0.4);
  const householdId = await newHousehold(sql);
  let ids = 0;
  const newId = (): string => {
    ids += 1;
    const hex = createHash('md5').update(`${seed} ${ids}`).digest('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
  const insert = (table: string, rows: object[]): Promise<string[]> => {
    const full = rows.map((row) => ({ id: newId(), ...row }));
    return insertRows(sql, table, householdId, full);
  };
  const named = (table: string, count: number): Promise<string[]> =>
    insert(
      table,
      times(count, (n) => ({ name: `${table} ${n}` })),
    );
  const accounts = await insert(
    'accounts',
    times(3, (n) => ({
      name: `Account ${n}`,
      currency: 'EUR',
      accountable_type: pick(TYPES),
      status: n === 2 && chance(0.5) ? 'disabled' : 'active',
    })),
  );
  const [categories, merchants, tags] = [
    await named('categories', 3),
    await named('merchants', 2),
    await named('tags', 3),
  ];
  const transactions = await insert(
    'transactions',
    times(4 + below(14), () => ({
      account_id: pick(accounts),
      date: pick(DAYS),
      amount: pick(AMOUNTS),
      currency: chance(0.9) ? 'EUR' : 'USD',
      name: pick(TEXTS),
      notes: pick([null, '', ...TEXTS]),
      kind: pick(KINDS),
      excluded: chance(0.2),
      category_id: maybe(pick(categories)),
      merchant_id: maybe(pick(merchants)),
      investment_activity_label: maybe(pick(LABELS)),
      extra: pick([{}, { payee: pick(TEXTS) }, { bank: { Ref: 'Tea 7', n: 1.5 } }]),
      is_split_parent: chance(0.05),
      locked_attributes: Object.fromEntries(some(LOCKS, 0.15).map((name) => [name, '2025-01-01'])),
    })),
  );
  const tagged = transactions.flatMap((id) =>
    some(tags, 0.25).map((tag_id) => ({ transaction_id: id, tag_id })),
  );
  await insertRows(sql, 'transaction_tags', householdId, tagged);

  const gone = newId();
  const records: Record<string, string[]> = {
    account: accounts,
    category: [...categories, gone],
    merchant: [...merchants, gone],
    tag: [...tags, gone],
  };
  const values: Record<string, () => string> = {
    transaction_name: () => pick([...TEXTS, ...PARTS]),
    transaction_notes: () => pick([...TEXTS, ...PARTS]),
    transaction_details: () => pick([...PARTS, 'payee', '{', '1.5', '"n": 1']),
    transaction_amount: () =>
      pick(['7', '7.0000000001', '0', '-1', '99.9', '12345678901234567890.5']),
    transaction_type: () => pick(['income', 'expense', 'transfer']),
  };
  const leaf = (): RuleCondition => {
    const type = pick([...conditionTypes.values()]);
    const operator = pick(type.operators);
    const reference = type.reference;
    const value = reference === undefined ? values[type.type]?.() : pick(records[reference] ?? []);
    return condition(type.type, operator, takesValue(operator) ? (value ?? null) : null);
  };
  const anyCondition = (): RuleCondition =>
    chance(0.25) ? condition('compound', pick(['and', 'or']), null, times(below(4), leaf)) : leaf();
  const actions: (() => RuleAction)[] = [
    () => action('set_transaction_category', pick(records['category'] ?? [])),
    () => action('set_transaction_merchant', pick(records['merchant'] ?? [])),
    () => action('set_transaction_tags', pick(records['tag'] ?? [])),
    () => action('set_transaction_name', pick(TEXTS)),
    () => action('set_investment_activity_label', pick(LABELS)),
    () => action('exclude_transaction'),
    () => action('set_as_transfer_or_payment', pick(accounts)),
  ];
  for (let n = 1 + below(6); n > 0; n -= 1) {
    const shuffled = actions
      .map((make) => ({ make, at: random() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, 1 + below(3));
    const rule: Partial<RuleDraft> = {
      priority: below(2),
      effectiveDate: chance(0.15) ? pick(DAYS) : null,
      conditions: times(below(3), anyCondition),
      actions: shuffled.map(({ make }) => make()),
    };
    await newRule(sql, householdId, rule);
  }
  return { householdId, ignoreLocks: chance(0.3) };
}

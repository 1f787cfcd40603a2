import { expect } from 'chai';
import fc from 'fast-check';
import { cases } from '../../helpers/cases.ts';
import { forAllAsync } from '../../helpers/for-all.ts';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import {
  action,
  condition,
  newNamed,
  newRule,
  newTransaction,
} from '../../helpers/rule-fixtures.ts';

/** More rounds: `UNDO_RUNS=200 CASES_MS=3600000`, and `--timeout 3600000`. */
const RUNS = Number(process.env['UNDO_RUNS'] ?? cases(12));

const row = fc.tuple(
  fc.constantFrom('2025-03-13', '2025-03-14', '2025-03-17'),
  fc.constantFrom('-3.50', '3.50', '-20.00', '20.00'),
  fc.constantFrom('Cafe Uno', 'CAFE UNO', 'Transfer to savings', 'Transfer from everyday', 'Rent'),
  fc.constantFrom('', 'Food', 'Home: Rent'),
  fc.constantFrom('', 'weekly'),
  fc.constantFrom('Everyday', 'Savings', 'New'),
  fc.constantFrom('Booked', 'Booked', 'Pending'),
);
const rows = (minLength: number) => fc.array(row, { minLength, maxLength: 6 });
/** Which rules the household has: their places below. */
const rules = fc.subarray([0, 1, 2, 3, 4]);

type Rows = [string, string, string, string, string, string, string][];
type Round = (
  older: Rows,
  first: Rows,
  second: Rows,
  rules: number[],
  ...flags: [boolean, boolean, boolean]
) => void;

/** A rule made a mirror, the rules changed it because of the first import, and it gave way to a row of the second. */
const CHANGED_MIRROR: Parameters<Round> = [
  [['2025-03-13', '-3.50', 'Transfer to savings', '', '', 'Everyday', 'Booked']],
  [['2025-03-13', '-3.50', 'Cafe Uno', '', '', 'Everyday', 'Booked']],
  [
    ['2025-03-13', '3.50', 'Cafe Uno', '', '', 'Savings', 'Booked'],
    ['2025-03-13', '-3.50', 'Cafe Uno', '', '', 'Everyday', 'Booked'],
  ],
  [2, 4],
  true,
  false,
  false,
];

/** The rules categorized a stored row and joined it to a transfer that the first undo ended. */
const CLAIMED_MIRROR: Parameters<Round> = [
  [
    ['2025-03-14', '3.50', 'Rent', '', '', 'Savings', 'Booked'],
    ['2025-03-13', '20.00', 'Transfer from everyday', '', '', 'Everyday', 'Pending'],
    ['2025-03-17', '3.50', 'Cafe Uno', '', 'weekly', 'Everyday', 'Booked'],
    ['2025-03-17', '-3.50', 'CAFE UNO', 'Food', '', 'New', 'Pending'],
  ],
  [
    ['2025-03-13', '-20.00', 'Cafe Uno', '', 'weekly', 'New', 'Booked'],
    ['2025-03-14', '20.00', 'Rent', 'Home: Rent', 'weekly', 'New', 'Pending'],
    ['2025-03-13', '-3.50', 'Rent', '', 'weekly', 'Everyday', 'Booked'],
    ['2025-03-13', '3.50', 'Rent', 'Home: Rent', '', 'Savings', 'Booked'],
  ],
  [
    ['2025-03-13', '3.50', 'CAFE UNO', 'Food', 'weekly', 'New', 'Booked'],
    ['2025-03-17', '-3.50', 'Rent', '', 'weekly', 'Everyday', 'Booked'],
    ['2025-03-17', '20.00', 'Cafe Uno', 'Home: Rent', 'weekly', 'Savings', 'Booked'],
    ['2025-03-13', '-3.50', 'Transfer to savings', '', 'weekly', 'Everyday', 'Booked'],
  ],
  [0, 1, 2, 3, 4],
  false,
  false,
  true,
];

describe('undo of two imports where rules ran', () => {
  const { database, api, imports } = withImports();

  const publish = (file: string[][]): Promise<string> =>
    imports.bring({
      raw_file_content: csvOf('date,amount,name,category,tags,account,status', file),
      category_col_label: 'category',
      tags_col_label: 'tags',
    });
  const empty = async (): Promise<void> => {
    const { householdId } = api.tenant;
    for (const table of [
      ...['rule_work', 'rule_runs', 'rules', 'imports', 'accounts', 'merchants', 'categories'],
      ...['tags', 'changes'],
    ])
      await database.sql`delete from ${database.sql(table)} where household_id = ${householdId}`;
  };
  const fill = async (older: string[][], chosen: number[]): Promise<void> => {
    const { householdId } = api.tenant;
    const ids: Record<string, string> = {};
    for (const name of ['Everyday', 'Savings', 'New']) {
      if (name !== 'New') ids[name] = await imports.addAccount({ name });
    }
    for (const [date, amount, name, , , account, status] of older) {
      const account_id = ids[account ?? ''] ?? ids['Everyday'] ?? '';
      await newTransaction(database.sql, householdId, {
        account_id,
        date: date!,
        amount: amount!,
        name: name!,
        pending: status === 'Pending',
      });
    }
    const named = (table: 'categories' | 'merchants' | 'tags') =>
      newNamed(database.sql, table, householdId);
    const actions = [
      [action('set_transaction_merchant', await named('merchants'))],
      [action('exclude_transaction'), action('set_transaction_tags', await named('tags'))],
      [action('set_transaction_category', await named('categories'))],
      [action('set_transaction_name', 'Named by a rule')],
      [action('set_as_transfer_or_payment', ids['Savings'] ?? '')],
    ];
    for (const place of chosen) {
      const word = place === 4 ? 'to savings' : place === 2 ? 'r' : 'cafe';
      await newRule(database.sql, householdId, {
        conditions: [condition('transaction_name', 'like', word)],
        actions: actions[place] ?? [],
      });
    }
  };

  it('leaves the export as it was before both, in either order, whatever the rules did', async () => {
    await forAllAsync(
      { numRuns: RUNS, examples: [CHANGED_MIRROR, CLAIMED_MIRROR] },
      ...([rows(0), rows(1), rows(1), rules, fc.boolean(), fc.boolean(), fc.boolean()] as const),
      async (older, first, second, chosen, areSettled, runsBetween, isLaterFirst) => {
        await empty();
        await fill(older, chosen);
        if (areSettled) {
          await database.sql`
              insert into rule_runs (household_id, execution_type, trigger)
              values (${api.tenant.householdId}, 'manual', 'request')`;
          await imports.applyRules();
        }
        const before = await imports.exportText();
        const ids = [await publish(first)];
        if (runsBetween) await imports.applyRules();
        ids.push(await publish(second));
        await imports.applyRules();
        if (isLaterFirst) ids.reverse();
        await imports.undo(ids[0] ?? '');
        const { summary } = await imports.undo(ids[1] ?? '');
        expect(summary.kept).to.deep.equal([]);
        expect(await imports.exportText()).to.equal(before);
      },
    );
  });
});

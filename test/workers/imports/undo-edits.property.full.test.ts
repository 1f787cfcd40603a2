import { expect } from 'chai';
import fc from 'fast-check';
import { cases } from '../../helpers/cases.ts';
import { forAllAsync } from '../../helpers/for-all.ts';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import { action, condition, newRule } from '../../helpers/rule-fixtures.ts';

/** More rounds: `UNDO_RUNS=200 CASES_MS=3600000`, and `--timeout 3600000`. */
const RUNS = Number(process.env['UNDO_RUNS'] ?? cases(20));

const row = fc.tuple(
  fc.constantFrom('2026-03-05', '2026-03-07'),
  fc.constantFrom('-12.50', '12.50', '-20.00'),
  fc.constantFrom('Transfer', 'Shop'),
  fc.constantFrom('', 'Food'),
  fc.constantFrom('Giro', 'Savings'),
  fc.constantFrom('Booked', 'Booked', 'Pending'),
);
const rows = fc.array(row, { minLength: 1, maxLength: 3 });
/** What happens between the imports: a person edits one of the rows. */
const edit = fc.option(fc.nat(5), { freq: 2 });
/** A file, or the first one again. */
const file = fc.option(rows, { freq: 3 });

type Rows = string[][];
type Round = [Rows, number | null, Rows | null, number | null, Rows | null, number[]];

/** The payment of a mirror that gave way, edited, or claimed by the same file again. */
const PAYMENT: Rows = [['2026-03-05', '-12.50', 'Transfer', '', 'Giro', 'Booked']];
const ARRIVAL: Rows = [['2026-03-07', '12.50', 'Shop', '', 'Savings', 'Booked']];
const ROUNDS = [
  [PAYMENT, null, ARRIVAL, 1, null, [0, 1, 2]],
  [PAYMENT, null, ARRIVAL, null, null, [0, 2, 1]],
  [PAYMENT, null, ARRIVAL, 0, PAYMENT, [0, 1, 2]],
  [[['2026-03-05', '-12.50', 'Shop', '', 'Giro', 'Booked']], 0, ARRIVAL, null, null, [0, 2, 1]],
  // One side of the first file's transfer is claimed, and the other goes.
  [
    [['2026-03-05', '12.50', 'Shop', '', 'Savings', 'Booked'], ...PAYMENT],
    null,
    ARRIVAL,
    null,
    PAYMENT,
    [1, 0, 2],
  ],
  // A person keeps one side of the second file's transfer, and the file again claims the other.
  [
    [['2026-03-05', '-12.50', 'Transfer', '', 'Savings', 'Booked']],
    null,
    [
      ['2026-03-05', '12.50', 'Transfer', '', 'Giro', 'Booked'],
      ['2026-03-05', '-12.50', 'Transfer', '', 'Savings', 'Booked'],
    ],
    3,
    null,
    [0, 1, 2],
  ],
] satisfies Round[];

describe('undo of imports between which a person edited rows', () => {
  const { database, api, imports } = withImports();
  let householdId: string;

  const prepare = async (): Promise<void> => {
    ({ householdId } = api.tenant);
    const tables = ['rule_work', 'rule_runs', 'rules', 'imports', 'accounts', 'categories'];
    for (const table of [...tables, 'changes'])
      await database.sql`delete from ${database.sql(table)} where household_id = ${householdId}`;
    await imports.addAccount({ name: 'Giro' });
    const savings = await imports.addAccount({ name: 'Savings' });
    await newRule(database.sql, householdId, {
      conditions: [
        condition('transaction_name', 'like', 'transfer'),
        condition('transaction_type', '=', 'expense'),
      ],
      actions: [action('set_as_transfer_or_payment', savings)],
    });
  };
  const bring = async (lines: Rows): Promise<string> => {
    const raw_file_content = csvOf('date,amount,name,category,account,status', lines);
    const id = await imports.bring({ raw_file_content, category_col_label: 'category' });
    await imports.applyRules();
    return id;
  };
  const inLedger = async (): Promise<any[]> =>
    database.sql`
      select t.id, t.kind, t.notes, t.mirror_of,
        exists (select 1 from transfers f where t.id in (f.inflow_transaction_id, f.outflow_transaction_id)) as is_paired
      from transactions t
      where t.household_id = ${householdId}
        and t.removed_at is null
      order by t.date, t.amount, t.name, t.id`;
  const editOne = async (place: number | null, edited: Set<string>): Promise<void> => {
    const own = (await inLedger()).filter(({ mirrorOf }) => mirrorOf === null);
    const chosen = place === null ? undefined : own[place % own.length];
    if (chosen === undefined) return;
    const path = `/api/v1/transactions/${chosen.id}`;
    await api.answers(200, 'PATCH', path, { body: { notes: 'mine' } });
    edited.add(chosen.id);
  };
  /** What holds after each undo. */
  const check = async (edited: ReadonlySet<string>, kept: any[]): Promise<any[]> => {
    const ledger = await inLedger();
    const ids = ledger.map(({ id }) => id);
    for (const { kind, id } of kept) if (kind === 'transactions') expect(ids).to.include(id);
    for (const { kind, isPaired } of ledger) expect(kind !== 'standard').to.equal(isPaired);
    const mine = ledger.filter(({ notes }) => notes === 'mine').map(({ id }) => id);
    expect(mine).to.have.members([...edited]);
    return ledger;
  };

  it('succeeds in any order, and leaves what the person edited, with its counterparts, and nothing else', async () => {
    await forAllAsync(
      { numRuns: RUNS, examples: ROUNDS as any },
      ...([
        rows,
        edit,
        file,
        edit,
        file,
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
      ] as const),
      async (first, editBefore, second, editAfter, third, order) => {
        await prepare();
        const before = await imports.exportText();
        const edited = new Set<string>();
        const ids = [await bring(first)];
        await editOne(editBefore, edited);
        ids.push(await bring(second ?? first));
        await editOne(editAfter, edited);
        ids.push(await bring(third ?? first));
        let ledger: any[] = [];
        for (const place of order) {
          const { status, summary } = await imports.undo(ids[place] ?? '');
          expect(status).to.equal('undone');
          ledger = await check(edited, summary.kept);
        }
        for (const { id, mirrorOf } of ledger)
          expect(edited.has(mirrorOf ?? id), 'edited').to.equal(true);
        if (edited.size === 0) expect(await imports.exportText()).to.equal(before);
      },
    );
  });
});

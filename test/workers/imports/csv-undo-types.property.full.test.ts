import { expect } from 'chai';
import fc from 'fast-check';
import { cases } from '../../helpers/cases.ts';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import { fillNastily } from '../../helpers/nasty-household.ts';
import { newTransaction } from '../../helpers/rule-fixtures.ts';
import { forAllAsync } from '../../helpers/for-all.ts';

/** More rounds: `UNDO_RUNS=100`. Files of transactions, which most people import, get more of them. */
const RUNS = Number(process.env['UNDO_RUNS'] ?? 1);
const runsOf = (type: string): number => (type === 'TransactionImport' ? RUNS * cases(5) : RUNS);

const oneOf = (...texts: string[]) => fc.constantFrom(...texts);
const NAMES = ['Corner Bakery', 'corner bakery ', 'Möbelhaus "Ost"', 'Kiosk'];
const NAME = oneOf(...NAMES);
const ACCOUNT = oneOf('Everyday', ' Everyday ', 'Piggy bank', 'Ünknown');
const CATEGORY = oneOf('', 'Food', 'Food: Coffee', 'Coffee', 'Ärger: Food', 'A: A');
const GROUP = oneOf('', 'Food', 'Home');
const TAGS = oneOf('', 'home', 'home|weekly', 'a\\,b');
const NOTES = oneOf('', 'rolls');
const AMOUNT = oneOf('-4.25', '-4.250', '1500.00', '0.00', '-0.01');
const AMERICAN_DAY = oneOf('02/13/2025', '02/14/2025', '02/28/2025');
const ISO_DAY = oneOf('2025-02-13', '2025-02-14', '2025-02-28');
const COLOR = oneOf('', '#112233', '#445566');

const CONDITIONS = oneOf('market', 'bazaar').map((value) =>
  JSON.stringify([{ condition_type: 'transaction_name', operator: 'like', value }]),
);
const ACTIONS = oneOf('Food', 'Made by a rule').map((value) =>
  JSON.stringify([{ action_type: 'set_transaction_category', value }]),
);

/** A column of each type of file, and what its cells may hold. */
const TYPES: Record<string, Record<string, fc.Arbitrary<string>>> = {
  TransactionImport: {
    date: ISO_DAY,
    amount: AMOUNT,
    name: NAME,
    category: CATEGORY,
    tags: TAGS,
    notes: NOTES,
    account: ACCOUNT,
  },
  TradeImport: {
    date: ISO_DAY,
    ticker: oneOf('ACME', 'acme', 'WIDG'),
    qty: oneOf('2', '-1', '0.5'),
    price: oneOf('10', '10.25'),
    account: ACCOUNT,
  },
  AccountImport: {
    name: oneOf('Everyday', 'House bank', 'Plastic', 'Nest egg'),
    balance: oneOf('12.50', '-5.00', '0'),
    type: oneOf('Checking', 'Savings', 'Credit Card', 'Depository'),
  },
  CategoryImport: {
    name: oneOf('Food', 'Coffee', 'Known', 'Cakes'),
    color: COLOR,
    parent_category: oneOf('', 'Whole', 'Household'),
  },
  MerchantImport: { name: oneOf('Shop', 'Kiosk', 'Mill'), color: COLOR },
  RuleImport: {
    name: oneOf('Shops', 'Others'),
    resource_type: oneOf('transaction'),
    active: oneOf('true', 'false'),
    conditions: CONDITIONS,
    actions: ACTIONS,
  },
  BudgetAppOneImport: {
    Date: AMERICAN_DAY,
    Amount: oneOf('4.25', '1500.00'),
    'Account Name': ACCOUNT,
    Description: NAME,
    Category: CATEGORY,
    Labels: TAGS,
    Notes: NOTES,
    'Transaction Type': oneOf('debit', 'credit'),
  },
  BudgetAppTwoImport: {
    Account: ACCOUNT,
    Date: ISO_DAY,
    Payee: NAME,
    Notes: NOTES,
    'Category Group': GROUP,
    Category: CATEGORY,
    Amount: AMOUNT,
  },
  BudgetAppThreeImport: {
    Account: ACCOUNT,
    Date: AMERICAN_DAY,
    Payee: NAME,
    'Category Group/Category': oneOf('', 'Food: Coffee', 'Home: Rent'),
    Memo: NOTES,
    Outflow: oneOf('4.25', '0.00'),
    Inflow: oneOf('0.00', '1500.00'),
  },
};

describe('undo of an import of any type', function () {
  this.timeout(30_000 + RUNS * 60_000);
  const { database, api, imports } = withImports();

  before(async () => {
    await fillNastily(database.sql, api.tenant.householdId, 11);
    const account = await imports.addAccount({ name: 'Everyday' });
    const known = { date: '2025-02-14', amount: '-4.25', currency: 'EUR', account_id: account };
    for (const name of NAMES)
      await newTransaction(database.sql, api.tenant.householdId, { ...known, name });
  });

  for (const [type, columns] of Object.entries(TYPES)) {
    const row = fc.tuple(...Object.values(columns));
    const files = fc.tuple(
      fc.array(row, { minLength: 1, maxLength: 4 }),
      fc.array(row, { minLength: 1, maxLength: 8 }),
    );
    const publish = async (rows: string[][]) => {
      const raw_file_content = csvOf(Object.keys(columns).join(','), rows);
      const { id } = await imports.create({ type, raw_file_content, apply_suggestions: true });
      const published = await imports.publish(id, { skip_invalid: true });
      expect(published.error, raw_file_content).to.equal(null);
      expect(published.verdicts.invalid, raw_file_content).to.equal(0);
      return id;
    };

    it(`leaves the export as it was before a ${type}, and before the one under it`, async () => {
      await forAllAsync(runsOf(type), files, async ([earlier, later]) => {
        const untouched = await imports.exportText();
        const first = await publish(earlier);
        const before = await imports.exportText();
        for (const [id, text] of [
          [await publish(later), before],
          [first, untouched],
        ] as const) {
          const undone = await imports.undo(id);
          expect([undone.status, undone.summary.kept]).to.deep.equal(['undone', []]);
          expect(await imports.exportText()).to.equal(text);
        }
      });
    });
  }
});

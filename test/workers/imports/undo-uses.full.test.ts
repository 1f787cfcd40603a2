import { expect } from 'chai';
import { withImports } from '../../helpers/csv-imports.ts';
import { importChunks } from '../../helpers/import-sessions.ts';
import * as sample from '../../helpers/sample-records.ts';

type Bring = () => Promise<[holder: 'imports' | 'sessions', id: string]>;

describe('what another import’s records use', () => {
  const { database, api, imports } = withImports();

  const file = (raw_file_content: string, more: object = {}): Bring => {
    const columns = { category_col_label: 'category', tags_col_label: 'tags' };
    const isRows = raw_file_content.startsWith('date,amount');
    return async () => [
      'imports',
      await imports.bring({ raw_file_content, ...(isRows ? columns : {}), ...more }),
    ];
  };
  const rows = (...lines: string[]): Bring =>
    file(`date,amount,name,category,tags,account\n${lines.map((line) => `${line}\n`).join('')}`);
  const typed = (type: string, header: string, line: string): Bring =>
    file(`${header}\n${line}\n`, { type });
  const ruled = (condition_type: string, value: string, action_type: string, name: string) => {
    const cell = (part: object) => `"${JSON.stringify([part]).replaceAll('"', '""')}"`;
    const condition = { condition_type, operator: '=', value };
    return typed(
      'RuleImport',
      'name,resource_type,active,conditions,actions',
      `R,transaction,false,${cell(condition)},${cell({ action_type, value: name })}`,
    );
  };
  /** A session of records that name what the household has by its id. */
  const session =
    (lines: (idOf: (table: string) => Promise<string>) => Promise<string[]> | string[]): Bring =>
    async () => {
      const household = api.tenant.householdId;
      const idOf = async (table: string): Promise<string> => {
        const [row] = await database.sql`
          select id from ${database.sql(table)} where household_id = ${household} order by created_at limit 1`;
        return row?.['id'];
      };
      const stored = await importChunks(database, [await lines(idOf)], { household });
      expect(stored.session.status).to.equal('complete');
      return ['sessions', stored.sessionId];
    };
  const ofAccount = (make: (more: object) => string): Bring =>
    session(async (idOf) => [make({ account_id: await idOf('accounts') })]);

  const food = rows('2026-03-01,-1,a,Food,,G');
  const merchant = typed('MerchantImport', 'name,color', 'Acme,#112233');
  const category = typed('CategoryImport', 'name,color', 'Food,#445566');
  const account = typed('AccountImport', 'type,name,balance,currency', 'Investment,Inv,5000,EUR');
  const rule = ruled('transaction_name', 'zz', 'set_transaction_category', 'Food');
  const budget = session(() => [sample.budget()]);
  const cases: Record<string, [Bring, Bring]> = {
    'the account of a trade': [
      account,
      typed(
        'TradeImport',
        'date,ticker,qty,price,currency,account',
        '2026-03-01,AAPL,1,10,EUR,Inv',
      ),
    ],
    'the account of a balance': [food, ofAccount(sample.balance)],
    'the account of a valuation': [food, ofAccount(sample.valuation)],
    'the account of a holding': [food, ofAccount(sample.holding)],
    'the account of a recurring transaction': [food, ofAccount(sample.recurring)],
    'the account of a rule': [
      food,
      session(async (idOf) => [
        sample.condition({
          condition_type: 'transaction_account',
          value: await idOf('accounts'),
        }),
      ]),
    ],
    'the parent of a category in a file': [food, rows('2026-03-02,-2,b,Food: Groc,,G2')],
    'the parent of a category': [
      category,
      typed('CategoryImport', 'name,color,parent_category', 'Groc,#445566,Food'),
    ],
    'the parent of a session’s category': [
      food,
      session(async (idOf) => [
        sample.category('k', 'Kid', { parent_id: await idOf('categories') }),
      ]),
    ],
    'the former parent of a category': [
      typed('CategoryImport', 'name,color,parent_category', 'Groc,#445566,Food'),
      typed('CategoryImport', 'name,color,parent_category', 'Groc,#445566,Treats'),
    ],
    'the category of a rule’s action': [food, rule],
    'the category of a rule’s condition': [
      food,
      ruled('transaction_category', 'Food', 'set_transaction_name', 'zz'),
    ],
    'the category of a rule in the same file': [rule, rule],
    'the category of a budget': [
      food,
      session(async (idOf) => [
        sample.budget(),
        sample.budgeted({ category_id: await idOf('categories') }),
      ]),
    ],
    'the tag of a rule': [
      rows('2026-03-01,-1,a,,tg,G'),
      ruled('transaction_name', 'zz', 'set_transaction_tags', 'tg'),
    ],
    'the merchant of a rule': [
      merchant,
      ruled('transaction_name', 'zz', 'set_transaction_merchant', 'Acme'),
    ],
    'the merchant of a recurring transaction': [
      merchant,
      session(async (idOf) => [sample.recurring({ merchant_id: await idOf('merchants') })]),
    ],
    'the budget of a category': [
      budget,
      session(() => [sample.category('c', 'C'), sample.budget(), sample.budgeted()]),
    ],
  };

  for (const [what, [first, second]] of Object.entries(cases))
    it(`goes with the last of them: ${what}`, async () => {
      const { householdId } = api.tenant;
      for (const table of [
        ...['imports', 'import_sessions', 'rules', 'recurring_transactions', 'accounts'],
        ...['budgets', 'categories', 'tags', 'merchants', 'securities'],
      ])
        await database.sql`delete from ${database.sql(table)} where household_id = ${householdId}`;
      const before = await imports.exportText();
      let kept: any[] = [];
      for (const [holder, id] of [await first(), await second()])
        kept =
          holder === 'imports'
            ? (await imports.undo(id)).summary.kept
            : (await imports.undoSession(id)).undo.kept;
      expect(kept).to.deep.equal([]);
      expect(await imports.exportText()).to.equal(before);
    });
});

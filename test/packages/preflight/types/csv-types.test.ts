import { expect } from 'chai';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import type { CsvImportType, CsvReport } from '#preflight/report';
import { acceptedDates } from '#preflight/fields/dates';
import { changeRow } from '#preflight/rows/change-row';
import { importRows, judge, NOW } from '../judge.ts';
import { sentences } from '../sentences.ts';
import { cases } from '../../../helpers/cases.ts';

const preflight = (type: CsvImportType, text: string, settings: CsvSettingsInput = {}): CsvReport =>
  judge(text, settings, type);
const faults = (report: CsvReport): string[] =>
  report.errors.map(({ code, line, column }) => [code, line, column].filter(Boolean).join(' '));

describe('texts that mean nothing to an import', () => {
  const ACCOUNTS = 'type,name,balance\nFoo,Zk1,5\nCredit Card,Zk2,5\nBar,Zk3,5\n';

  it('are warned of by preflight, by the import and in their rows', () => {
    const said =
      '2 rows have an account type that is unknown here ("Foo"): lines 2, 4. Such an account becomes a Depository.';
    expect(sentences(preflight('AccountImport', ACCOUNTS))).to.deep.equal([said]);
    const { report, rows } = importRows(ACCOUNTS, {}, 'AccountImport');
    expect(sentences(report)).to.deep.equal([said]);
    expect(rows.map(({ warnings }) => warnings.map(({ code }) => code))).to.deep.equal([
      ['unknown_account_type'],
      [],
      ['unknown_account_type'],
    ]);
  });

  it('may be colors', () => {
    const report = preflight('CategoryImport', 'name,color\nFood,red\nRent,#A0b1c2\nFun,\n');
    expect(sentences(report)).to.deep.equal([
      '1 row has a color that is not # and six hexadecimal digits ("red"): line 2. It counts as blank.',
    ]);
  });

  it('are warned of no more once a person corrects them', () => {
    const [row] = importRows(ACCOUNTS, {}, 'AccountImport').rows;
    if (row === undefined) throw new Error('no row');
    const stored = { ...row, type: 'AccountImport', verdict: 'new', verdictMade: false } as const;
    const correct = (account_type: string) =>
      changeRow({ ...stored, valuesMade: null }, { values: { account_type } }, acceptedDates(NOW));
    expect(correct('Loan')).to.have.property('warnings').that.deep.equals([]);
    expect(correct('Baz')).to.have.nested.property('warnings[0].code', 'unknown_account_type');
  });
});

describe('TransactionImport', () => {
  it('takes the template', () => {
    const report = preflight(
      'TransactionImport',
      'date*,amount*,name,currency,category,tags,account,notes\n05/15/2025,-45.99,Shop,USD,Food,"a,b",Checking,\n',
    );
    expect(faults(report)).to.deep.equal([]);
    expect(report).not.to.have.property('suggestions');
  });

  it('checks currencies, in any letter case or by their mark', () => {
    const text =
      'date,amount,currency\n2025-03-01,1,eur\n2025-03-01,1,EURX\n2025-03-01,1,\n2025-03-01,1,€\n2025-03-01,1,§';
    expect(faults(preflight('TransactionImport', text))).to.deep.equal([
      'invalid_currency 3 currency',
      'invalid_currency 6 currency',
    ]);
  });

  it('takes a column without any currency for another thing, unless it was named or is short', () => {
    const text = `date,amount,currency\n${'2025-03-01,-1,points\n'.repeat(3)}`;
    const report = preflight('TransactionImport', text);
    expect(faults(report)).to.deep.equal([]);
    expect(report.warnings).to.have.length(1);
    expect(
      faults(preflight('TransactionImport', text, { currency_col_label: 'currency' })),
    ).to.have.length(3);
    expect(
      faults(preflight('TransactionImport', 'date,amount,currency\n2025-03-01,1,XYZ')),
    ).to.have.length(1);
  });

  it('warns above ten thousand rows, not at them', () => {
    const rows = (count: number): string => `date,amount\n${'2025-03-01,4.00\n'.repeat(count)}`;
    expect(preflight('TransactionImport', rows(10_000)).warnings).to.deep.equal([]);
    const { warnings } = preflight('TransactionImport', rows(10_001));
    expect(warnings).to.have.length(1);
    // All of them can be published.
    expect(sentences({ warnings })[0])
      .to.contain('10001 rows, which is many')
      .and.not.to.contain('at most');
  });

  it('says that no column is read as the name, where another one might be', () => {
    const warningsOf = (text: string, settings?: CsvSettingsInput): string =>
      sentences(preflight('TransactionImport', text, settings)).join();
    const rows = '2025-03-01,-4.00,00017\n2025-03-02,-5.00,00018\n';
    expect(warningsOf(`date,amount,receipt\n${rows}`)).to.contain('"Imported item"');
    const chosen = { name_col_label: 'receipt' };
    expect(warningsOf(`date,amount,receipt\n${rows}`, chosen)).not.to.contain('Imported item');
    expect(warningsOf(`date,amount,name\n${rows}`)).not.to.contain('Imported item');
  });

  it('warns of ragged rows with their lines, and of dates and numbers that read two ways', () => {
    const report = preflight(
      'TransactionImport',
      'date,amount\n01/02/2024,"1,500",x\n01/03/2024,"2,500"',
    );
    expect(faults(report)).to.deep.equal([]);
    expect(report.warnings).to.have.length(3);
    expect(sentences(report)[0]).to.contain('line 2 (3)');
    expect(sentences(report)[1]).to.contain('%m/%d/%Y').and.to.contain('%d/%m/%Y');
    expect(sentences(report)[2]).to.contain('1.234,56');
  });

  it('says when another separator is the likely one, also when that is a TAB', () => {
    const report = preflight('TransactionImport', 'date;amount;name\n2025-03-01;4;Tea');
    expect(faults(report)).to.deep.equal(['missing_required_headers']);
    expect(report.suggestions).to.have.nested.property('col_sep.value', ';');
    expect(sentences(report).join()).to.contain('";"');
    const tabs = preflight('TransactionImport', 'date\tamount\tname\n2025-03-01\t4\tTea');
    expect(tabs.suggestions).to.have.nested.property('col_sep.value', '\t');
    expect(sentences(tabs).join()).to.contain('TAB');
  });
});

describe('TradeImport', () => {
  const header = 'date*,ticker*,exchange_operating_mic,currency,qty*,price*,account,name';

  it('checks quantity and price in the number format, and blanks', () => {
    const text = `${header}\n2025-05-14,,XNAS,USD,ten,1.2.3,,\n2025-05-14,AAPL,,,,150,,`;
    expect(faults(preflight('TradeImport', text))).to.deep.equal([
      'blank_required_value 2 ticker*',
      'invalid_quantity 2 qty*',
      'invalid_price 2 price*',
      'blank_required_value 3 qty*',
    ]);
  });

  it('suggests the columns of a broker', () => {
    const text =
      'Trade Date;Symbol;Shares;Price per share\n14.05.2025;VWCE;2,5;118,40\n15.05.2025;AAPL;1;99,10';
    const { suggestions = {} } = preflight('TradeImport', text);
    const settings = Object.fromEntries(
      Object.entries(suggestions).map(([key, one]) => [key, one.value]),
    );
    expect(settings).to.include({
      col_sep: ';',
      date_col_label: 'Trade Date',
      ticker_col_label: 'Symbol',
      qty_col_label: 'Shares',
      price_col_label: 'Price per share',
      number_format: '1.234,56',
      date_format: '%d.%m.%Y',
    });
    expect(faults(preflight('TradeImport', text, settings))).to.deep.equal([]);
  });

  const quantities = (lines: string[]) => {
    const { suggestions, ...first } = judge(lines, {}, 'TradeImport');
    const named = Object.entries(suggestions ?? {}).map(([name, { value }]) => [name, value]);
    const settings = { ...Object.fromEntries(named), sample_rows: 9 };
    const { sample = [] } = judge(lines, settings, 'TradeImport');
    const read = sample.map(({ quantity, amount }) => `${quantity} for ${amount}`);
    return { read, settings, warnings: sentences(first).join() };
  };

  it('takes what a column calls a sale for one, though its quantity has no minus', () => {
    const { read, settings, warnings } = quantities([
      'Date,Action,Symbol,Quantity,Price,Amount',
      '2025-01-13,Sell,AAPL,2,12.00,$23.97',
      '2025-01-14,Buy,MSFT,5,10.00,-$50.00',
      '2025-01-15,Reinvest Shares,MSFT,1,10.00,-$10.00',
    ]);
    expect(read).to.deep.equal(['-2 for 24', '5 for -50', '1 for -10']);
    expect(settings).to.include({
      entity_type_col_label: 'Action',
      amount_type_inflow_value: 'Sell',
    });
    expect(warnings).to.contain('In 1 of 2 rows the column "Action" says the opposite');
  });

  it('warns where words or money contradict the sign of some quantities, and only there', () => {
    const rows = (...signs: string[]) => [
      'date,kind,ticker,qty,price,amount',
      ...signs.map((row, at) => `2025-01-1${at},${row}`),
    ];
    const signed = quantities(rows('Buy,A,2,12,-24', 'Sell,A,-1,10,10', 'Sell,A,1,10,10'));
    expect(signed.read).to.deep.equal(['2 for -24', '-1 for 10', '1 for -10']);
    expect(signed.warnings).to.contain('In 1 of 3 rows the column "kind"');
    const paid = quantities(rows('x,A,2,12,-24', 'y,A,1,10,10'));
    expect(paid.warnings).to.contain('In 1 of 2 rows the column "amount"');
    const right = quantities(rows('Buy,A,2,12,-24', 'Sell,A,-1,10,10', 'Receive,A,1,10,'));
    expect(right.warnings).not.to.contain('says the opposite');
    const ofPieces = quantities(rows('x,A,2,12,24', 'y,A,-1,10,-10'));
    expect(ofPieces.warnings).not.to.contain('says the opposite');
  });
});

describe('AccountImport', () => {
  it('takes the template, whose balance is the amount, and warns above fifty rows', () => {
    const header = 'Account type*,Name*,Balance*,Currency,Balance Date\n';
    const row = 'depository,Checking,1000.00,USD,01/15/2025\n';
    expect(faults(preflight('AccountImport', header + row))).to.deep.equal([]);
    expect(preflight('AccountImport', header + row.repeat(50)).warnings).to.deep.equal([]);
    expect(preflight('AccountImport', header + row.repeat(51)).warnings).to.have.length(1);
  });

  it('needs a name and a balance in each row', () => {
    expect(faults(preflight('AccountImport', 'name,amount\n,1.00\nPot,\nPot,much'))).to.deep.equal([
      'blank_required_value 2 name',
      'blank_required_value 3 amount',
      'invalid_amount 4 amount',
    ]);
  });
});

describe('budget apps', () => {
  it('three: outflow and inflow stand in for the amount', () => {
    const header = '"Account","Date","Payee","Category","Memo","Outflow","Inflow"\n';
    const report = preflight(
      'BudgetAppThreeImport',
      `${header}"Daily","03/01/2025","Tea","","","€4.00","€0.00"`,
    );
    expect(faults(report)).to.deep.equal([]);
    expect(report.requiredHeaders).to.deep.equal(['Date', 'amount']);
    expect(report.missingRequiredHeaders).to.deep.equal([]);
    expect(
      faults(
        preflight('BudgetAppThreeImport', `${header}D,03/01/2025,Tea,,,,\nD,03/01/2025,T,,,x,`),
      ),
    ).to.deep.equal(['blank_required_value 2 Outflow', 'invalid_amount 3 Outflow']);
    expect(faults(preflight('BudgetAppThreeImport', 'Date,Amount\n03/01/2025,4'))).to.deep.equal(
      [],
    );
    expect(faults(preflight('BudgetAppThreeImport', 'Date,Payee\n03/01/2025,Tea'))).to.deep.equal([
      'missing_required_headers',
    ]);
  });
});

describe('CategoryImport', () => {
  it('needs a name, and refuses a parent that is the category itself, part of a cycle or has a parent', () => {
    const text =
      'name,color,parent_category\nFood,#fff,\nDrinks,,Food\nPets,,Pets\nA,,B\nB,,C\nC,,A\n,#000,Food\nD,,Elsewhere\nTea,,Drinks';
    expect(faults(preflight('CategoryImport', text))).to.deep.equal([
      'invalid_category_parent 4 parent_category',
      'blank_required_value 8 name',
      'invalid_category_parent 5 parent_category',
      'invalid_category_parent 10 parent_category',
    ]);
  });
});

describe('CategoryImport, parents', () => {
  const cycles = (text: string): string[] =>
    faults(preflight('CategoryImport', `name,parent\n${text}`));

  it('walks a long chain once', () => {
    const length = cases(100_000);
    const links = Array.from({ length }, (_, index) => `${index},${index + 1}`);
    // All but the link at the top are too deep: the first hundred are listed, the others counted.
    expect(cycles([...links].reverse().join('\n'))).to.have.length(101);
    expect(cycles([...links, `${length},0`].join('\n'))).to.have.length(1);
  });
});

describe('MerchantImport', () => {
  it('needs a name', () => {
    expect(
      faults(preflight('MerchantImport', 'name*,color,website_url\nShop,,\n,,x')),
    ).to.deep.equal(['blank_required_value 3 name*']);
  });
});

describe('BudgetAppThreeImport', () => {
  it('is not asked to take one of its two columns for the amount', () => {
    const one = preflight('BudgetAppThreeImport', 'Date,Payee,Outflow\n01/31/2024,a,5');
    expect(faults(one)).to.deep.equal([]);
    expect(one.suggestions).to.equal(undefined);
  });
});

describe('RuleImport', () => {
  const quote = (value: unknown): string => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
  const condition = { condition_type: 'transaction_name', operator: 'like', value: 'tea' };
  const action = { action_type: 'auto_categorize' };
  const rule = (
    conditions: unknown,
    actions: unknown,
    resource = 'transaction',
    date = '',
  ): string[] =>
    faults(
      preflight(
        'RuleImport',
        `name,resource_type*,active,effective_date,conditions*,actions*\nTea,${resource},true,${date},${quote(conditions)},${quote(actions)}`,
      ),
    );

  it('takes rules, also one without conditions', () => {
    expect(rule([condition], [action])).to.deep.equal([]);
    expect(rule([], [action], 'transaction', '2025-01-31')).to.deep.equal([]);
    expect(
      rule([{ condition_type: 'compound', operator: 'or', sub_conditions: [condition] }], [action]),
    ).to.deep.equal([]);
  });

  it('refuses what is not a rule, with the column', () => {
    expect(rule([condition], [action], 'account')).to.deep.equal(['invalid_rule 2 resource_type*']);
    expect(rule({}, [action])).to.deep.equal(['invalid_rule 2 conditions*']);
    expect(rule([1], [action])).to.deep.equal(['invalid_rule 2 conditions*']);
    expect(rule([{ operator: '=' }], [action])).to.deep.equal(['invalid_rule 2 conditions*']);
    expect(rule([{ condition_type: 'transaction_name' }], [action])).to.deep.equal([
      'invalid_rule 2 conditions*',
    ]);
    const nested = {
      condition_type: 'compound',
      operator: 'and',
      sub_conditions: [{ condition_type: 'compound', operator: 'or' }],
    };
    expect(rule([nested], [action])).to.deep.equal(['invalid_rule 2 conditions*']);
    expect(rule([condition], [])).to.deep.equal(['invalid_rule 2 actions*']);
    expect(rule([condition], [action, action])).to.deep.equal(['invalid_rule 2 actions*']);
    expect(rule([condition], [{}])).to.deep.equal(['invalid_rule 2 actions*']);
    expect(rule([condition], [action], 'transaction', 'soon')).to.deep.equal([
      'invalid_date 2 effective_date',
    ]);
  });

  it('takes names for values', () => {
    const category = { condition_type: 'transaction_category', operator: '=', value: 'Food' };
    const tag = { action_type: 'set_transaction_tags', value: 'Trip' };
    expect(rule([category], [tag])).to.deep.equal([]);
  });

  it('warns of actions that need what this service does not have, since the import refuses them', () => {
    const email = { action_type: 'send_email_notification', value: 'me@example.com' };
    const actions = [action, email, { action_type: 'auto_detect_merchants' }];
    expect(rule([condition], actions)).to.deep.equal([]);
    const warned = (of: unknown) =>
      preflight('RuleImport', `resource_type,conditions,actions\ntransaction,[],${quote(of)}`)
        .warnings.map(({ code, message }) => `${code} ${message}`)
        .join();
    expect(warned(actions)).to.match(/refused_actions .*line 2.*The import refuses such a rule/);
    expect(warned([{ action_type: 'set_transaction_name', value: 'auto_categorize' }])).to.equal(
      '',
    );
  });

  it('refuses cells that hold JSON of no use, however large, and says of what is too deep that it is', () => {
    const report = (conditions: string): CsvReport =>
      preflight(
        'RuleImport',
        `resource_type,conditions,actions\ntransaction,"${conditions}",${quote([action])}`,
      );
    const cells = (conditions: string): string[] => faults(report(conditions));
    const [deep] = report(`${'['.repeat(4500)}${']'.repeat(4500)}`).errors;
    expect(deep?.message).to.include('conditions is nested deeper than 500 levels');
    for (const text of [
      'null',
      '{',
      '[1',
      '5',
      '['.repeat(200_000),
      `[${'{},'.repeat(200_000)}{}]`,
    ]) {
      expect(cells(text), text.slice(0, 20)).to.deep.equal(['invalid_rule 2 conditions']);
    }
  });
});

import { expect } from 'chai';
import { withImports } from '../../helpers/csv-imports.ts';
import { newConnection } from '../../helpers/deliver-events.ts';

const SECURITIES = `<SECLISTMSGSRSV1><SECLIST>
<STOCKINFO><SECINFO><SECID><UNIQUEID>037833100<UNIQUEIDTYPE>CUSIP</SECID><SECNAME>Acme Inc<TICKER>ACM</SECINFO></STOCKINFO>
<MFINFO><SECINFO><SECID><UNIQUEID>744316100<UNIQUEIDTYPE>CUSIP</SECID><SECNAME>World Fund</SECINFO></MFINFO>
</SECLIST></SECLISTMSGSRSV1>`;
const ACME = '037833100';
const FUND = '744316100';

type Lot = [security: string, units: string, price: string, value: string];

/** A broker's statement of one account: a purchase, and what is held on a day. */
const statement = (day: string, lots: Lot[], account = 'B-7') => {
  const positions = lots.map(
    ([security, units, price, value]) =>
      `<POSSTOCK><INVPOS><SECID><UNIQUEID>${security}<UNIQUEIDTYPE>CUSIP</SECID><HELDINACCT>CASH<POSTYPE>LONG<UNITS>${units}<UNITPRICE>${price}<MKTVAL>${value}<DTPRICEASOF>20250101</INVPOS></POSSTOCK>`,
  );
  return `<INVSTMTTRNRS><INVSTMTRS><DTASOF>${day}160000[-5:EST]<CURDEF>USD<INVACCTFROM><BROKERID>b<ACCTID>${account}</INVACCTFROM>
<INVTRANLIST><BUYSTOCK><INVBUY><INVTRAN><FITID>${account}<DTTRADE>20250103</INVTRAN><SECID><UNIQUEID>${ACME}</SECID><UNITS>3<UNITPRICE>10<TOTAL>-30</INVBUY></BUYSTOCK></INVTRANLIST>
<INVPOSLIST>${positions.join('\n')}</INVPOSLIST></INVSTMTRS></INVSTMTTRNRS>`;
};
const file = (...statements: string[]) =>
  `OFXHEADER:100\n\n<OFX><INVSTMTMSGSRSV1>${statements.join('\n')}</INVSTMTMSGSRSV1>\n${SECURITIES}</OFX>`;
const LOTS: Lot[] = [
  [ACME, '3', '10.5', '31.5'],
  [FUND, '0.333333333333333333', '3', '1'],
];
/** Of the household of `freshAccount`. */
const NOTHING = { accounts: 1, securities: 0 };
const JANUARY = file(statement('20250131', LOTS));

describe('an import of what an account holds', () => {
  const { database, api, imports } = withImports();

  beforeEach(async () => {
    await imports.freshAccount();
    await database.sql`delete from securities where household_id = ${api.tenant.householdId}`;
  });

  const create = (raw_file_content: string, more: object = {}) =>
    imports.create({ type: 'TradeImport', raw_file_content, ...more });
  const publish = async (content: string, more: object = {}) =>
    imports.publish((await create(content, more)).id);
  const holdings = () => api.get('/api/v1/holdings');
  /** What is shown: the symbol, the day, how much, the price, the value, the source. */
  const held = async () =>
    (await holdings()).data
      .map(({ security, date, quantity, price, value }: any) =>
        [security.ticker, date, quantity, price, value].join(' '),
      )
      .sort();
  const OF_JANUARY = [
    '744316100 2025-01-31 0.333333333333333333 3 1',
    'ACM 2025-01-31 3 10.5 31.5',
  ];

  it('makes them the holdings of a new account, to the last digit, and undo takes all of it back', async () => {
    const report = (
      await api.answers(200, 'POST', '/api/v1/imports/preflight', {
        body: { type: 'TradeImport', raw_file_content: JANUARY },
      })
    ).body.data;
    expect(report.warnings).to.include(
      'Positions that publishing stores as what the account (B-7) holds on 2025-01-31: 2.',
    );
    const made = await create(JANUARY);
    expect(made.verdicts).to.include({ new: 3, invalid: 0 });
    const published = await imports.publish(made.id);
    expect(published.summary.created).to.deep.equal({
      accounts: 1,
      trades: 1,
      holdings: 2,
      securities: 2,
    });
    expect(await held()).to.deep.equal(OF_JANUARY);
    const { data, valuation } = await holdings();
    expect(valuation).to.deep.equal([{ currency: 'USD', value: '32.5' }]);
    expect(data.map(({ security }: any) => security.name)).to.have.members([
      'Acme Inc',
      'World Fund',
    ]);
    const rows = await imports.call('GET', `/${made.id}/rows`, 200);
    expect(data.map(({ id }: any) => id)).to.have.members(
      rows.slice(1).map((row: any) => row.of.record_id),
    );
    const { summary } = await imports.undo(made.id);
    expect([summary.kept, await held(), await imports.countLeft()]).to.deep.equal([
      [],
      [],
      NOTHING,
    ]);
  });

  it('changes nothing with the same file again, whose undo and that of the first leave nothing', async () => {
    const [first, second] = [await publish(JANUARY), await publish(JANUARY)];
    expect(second.verdicts).to.include({ new: 0, duplicate: 3, update: 0 });
    expect(second.summary).to.deep.equal({ created: {}, updated: {} });
    await imports.undo(first.id);
    expect(await held()).to.deep.equal(OF_JANUARY);
    await imports.undo(second.id);
    expect([await held(), await imports.countLeft()]).to.deep.equal([[], NOTHING]);
  });

  it('corrects those of the same day, and shows those of the latest day, until that is undone', async () => {
    await publish(JANUARY);
    const corrected = await publish(
      file(statement('20250131', [[ACME, '3', '11', '33'], LOTS[1]!])),
    );
    expect(corrected.summary.updated).to.deep.equal({ holdings: 1 });
    expect(await held()).to.include('ACM 2025-01-31 3 11 33');
    const later = await publish(file(statement('20250228', [[ACME, '5', '12', '60']])));
    expect(await held()).to.deep.equal(['ACM 2025-02-28 5 12 60']);
    await imports.undo(later.id);
    expect(await held()).to.include('ACM 2025-01-31 3 11 33');
    await imports.undo(corrected.id);
    expect(await held()).to.deep.equal(OF_JANUARY);
  });

  it('leaves out what a person leaves out, and takes corrected numbers, the value apart from the others', async () => {
    const { id } = await create(JANUARY);
    const change = (line: number, body: object) =>
      imports.call('PATCH', `/${id}/rows/${line}`, 200, body);
    const [, acme, fund] = await imports.call('GET', `/${id}/rows`, 200);
    await change(fund.line, { verdict: 'excluded' });
    const counted = await change(acme.line, { values: { quantity: '4' } });
    expect(counted.values).to.include({ amount: '31.5', position_value: '31.5' });
    await change(acme.line, { values: { position_value: '42' }, verdict: 'new' });
    await imports.publish(id);
    expect(await held()).to.deep.equal(['ACM 2025-01-31 4 10.5 42']);
    expect((await create(JANUARY)).verdicts).to.include({ new: 1, update: 1, duplicate: 1 });
  });

  it('gives each account of the file its own, and one that is sent those of a file of one', async () => {
    await publish(file(statement('20250131', LOTS), statement('20250131', [LOTS[0]!], 'C-8')));
    const counts = new Map<string, number>();
    for (const { account_id: id } of (await holdings()).data)
      counts.set(id, (counts.get(id) ?? 0) + 1);
    expect([...counts.values()].sort()).to.deep.equal([1, 2]);
    const account = await imports.freshAccount();
    await publish(JANUARY, { account_id: account });
    expect((await holdings()).data.map((one: any) => one.account_id)).to.deep.equal([
      account,
      account,
    ]);
  });

  it('leaves them to the bank where a connection says what the account holds', async () => {
    const account = await imports.freshAccount();
    const { householdId } = api.tenant;
    const connection = await newConnection(database.sql, householdId);
    await database.sql`
      insert into provider_accounts (household_id, connection_id, provider_account_id, account_id, holdings_state)
      values (${householdId}, ${connection}, 'p', ${account}, 'available')`;
    const { verdicts, warnings, summary } = await publish(JANUARY, { account_id: account });
    expect(verdicts).to.include({ new: 1, excluded: 2 });
    expect(warnings).to.include(
      'Positions of accounts whose holdings come from a bank connection are left out: 2.',
    );
    expect(summary.created).to.include({ trades: 1 });
    expect(summary.created).to.not.have.property('holdings');
    expect(await held()).to.deep.equal([]);
    await database.sql`update provider_accounts set holdings_state = 'not_supported'`;
    expect((await publish(JANUARY, { account_id: account })).summary.created).to.include({
      holdings: 2,
    });
  });
});

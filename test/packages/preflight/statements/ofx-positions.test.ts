import { expect } from 'chai';
import { preflightCsv } from '#preflight/rows/judge-content';
import { readStatement } from './read-statement.ts';

const held = (units: string, price: string, value: string, more = '') =>
  `<HELDINACCT>CASH<POSTYPE>LONG<UNITS>${units}<UNITPRICE>${price}<MKTVAL>${value}<DTPRICEASOF>20250327160000.000[-5:EST]${more}`;
const position = (kind: string, id: string, held: string, more = '') =>
  `<${kind}><INVPOS><SECID><UNIQUEID>${id}<UNIQUEIDTYPE>CUSIP</SECID>${held}</INVPOS>${more}</${kind}>`;
/** OFX 1.6: ends of aggregates alone. */
const sgml = (
  positions: string[],
) => `OFXHEADER:100\nDATA:OFXSGML\nVERSION:160\n\n<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS>
<DTASOF>20250331170000.000[-5:EST]<CURDEF>USD<INVACCTFROM><BROKERID>broker.example<ACCTID>I1</INVACCTFROM>
<INVTRANLIST><DTSTART>20250301<DTEND>20250331<SPLIT><INVTRAN><FITID>s<DTTRADE>20250310</INVTRAN><SECID><UNIQUEID>1</SECID><SUBACCTSEC>CASH<OLDUNITS>1<NEWUNITS>2<NUMERATOR>2<DENOMINATOR>1</SPLIT></INVTRANLIST>
<INVPOSLIST>
${positions.join('\n')}
</INVPOSLIST><INVBAL><AVAILCASH>5<MARGINBALANCE>0<SHORTBALANCE>0<BALLIST><BAL><NAME>x<DESC>x<BALTYPE>DOLLAR<VALUE>5<DTASOF>20250401</BAL></BALLIST></INVBAL></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>
<SECLISTMSGSRSV1><SECLIST><STOCKINFO><SECINFO><SECID><UNIQUEID>1<UNIQUEIDTYPE>CUSIP</SECID><SECNAME>Acme Inc<TICKER>ACM<UNITPRICE>9<DTASOF>20250402</SECINFO></STOCKINFO>
<DEBTINFO><SECINFO><SECID><UNIQUEID>2<UNIQUEIDTYPE>CUSIP</SECID><SECNAME>Bond 2030</SECINFO><PARVALUE>1000</DEBTINFO></SECLIST></SECLISTMSGSRSV1></OFX>`;

const read = (text: string) => {
  const { rows, warnings, errors } = readStatement(text, {
    type: 'TradeImport',
    hasAccount: false,
  });
  const short = rows.map(({ line, values, more }) =>
    [
      line,
      values.date,
      more['ticker'],
      more['quantity'],
      more['price'],
      more['position_value'],
      values.currency,
      values.name ?? '-',
      values.account,
    ].join(' '),
  );
  return { rows, short, warnings: warnings.join(), errors };
};

describe('positions of an OFX file', () => {
  it('are of the day of the statement, with the value that it states, by symbol or number', () => {
    const { rows, short, warnings, errors } = read(
      sgml([
        position('POSSTOCK', '1', held('0.333333333333333333', '10,5', '+3.50')),
        position('POSDEBT', '2', held('5000', '98.25', '4912.50')),
        position('POSOPT', '3', held('-2', '1.5', '-300'), '<SECURED>NAKED'),
        position(
          'POSOTHER',
          '4',
          held('1', '7', '7', '<CURRENCY><CURRATE>1.1<CURSYM>EUR</CURRENCY><MEMO>Gold'),
        ),
      ]),
    );
    expect(errors).to.deep.equal([]);
    expect(short).to.deep.equal([
      '9 2025-03-31 ACM 0.333333333333333333 10.5 3.5 USD Acme Inc I1',
      '10 2025-03-31 2 5000 98.25 4912.5 USD Bond 2030 I1',
      '11 2025-03-31 3 -2 1.5 -300 USD - I1',
      '12 2025-03-31 4 1 7 7 EUR - I1',
    ]);
    expect(rows.map(({ values }) => values.amount)).to.deep.equal(['3.5', '4912.5', '-300', '7']);
    expect(warnings).to.match(
      /are not read: 1 are left out.*what the account \(I1\) holds on 2025-03-31: 4\./,
    );
  });

  it('add up by security, with what is owed below zero however it is written', () => {
    const short = held('4', '2', '8').replace('LONG', 'SHORT');
    const lots = [
      position('POSMF', '1', held('0.1', '3', '0.3')),
      position('POSMF', '5', short),
      position('POSMF', '1', held('0.2', '3', '0.6')),
    ];
    expect(read(sgml(lots)).short).to.deep.equal([
      '9 2025-03-31 ACM 0.3 3 0.9 USD Acme Inc I1',
      '10 2025-03-31 5 -4 2 -8 USD - I1',
    ]);
  });

  it('are left out, and counted, where units, price or value are missing or unknown', () => {
    const whole = held('1', '2', '2');
    const lots = [
      whole.replace('<UNITS>1', ''),
      whole.replace('<UNITPRICE>2', '<UNITPRICE>n/a'),
      whole.replace('<MKTVAL>2', ''),
      whole.replace(/<DTPRICEASOF>.*/, '<DTPRICEASOF>0'),
    ].map((lot, n) => position('POSSTOCK', `${n}`, lot));
    const { short, warnings, errors } = read(sgml([...lots, position('POSSTOCK', '1', whole)]));
    expect([short.length, errors]).to.deep.equal([1, []]);
    expect(warnings).to.match(/are not read: 5 are left out/);
  });

  it('of several accounts in XML belong to theirs, and to the day of their prices where the statement has none', () => {
    const statement = (account: string, day: string) =>
      `<INVSTMTRS>${day}<CURDEF>CAD</CURDEF><INVACCTFROM><BROKERID>b</BROKERID><ACCTID>${account}</ACCTID></INVACCTFROM><INVPOSLIST><POSSTOCK><INVPOS><SECID><UNIQUEID>CA1</UNIQUEID><UNIQUEIDTYPE>ISIN</UNIQUEIDTYPE></SECID><HELDINACCT>CASH</HELDINACCT><POSTYPE>LONG</POSTYPE><UNITS>1</UNITS><UNITPRICE>2</UNITPRICE><MKTVAL>2</MKTVAL><DTPRICEASOF>20250329</DTPRICEASOF></INVPOS></POSSTOCK></INVPOSLIST></INVSTMTRS>`;
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="220"?>\n<OFX>${statement('A', '<DTASOF>20250331</DTASOF>')}\n${statement('B', '')}</OFX>`;
    const { short, warnings } = read(text);
    expect(short).to.deep.equal([
      '3 2025-03-31 CA1 1 2 2 CAD - A',
      '4 2025-03-29 CA1 1 2 2 CAD - B',
    ]);
    expect(warnings).to.match(/\(A\) holds on 2025-03-31: 1\..*\(B\) holds on 2025-03-29: 1\./);
  });

  it('are no bookings: the type TransactionImport names the type that reads them', () => {
    const { rows, warnings } = readStatement(
      sgml([position('POSSTOCK', '1', held('1', '2', '2', '<TOTAL>2'))]),
    );
    expect(rows).to.deep.equal([]);
    expect(warnings.join()).to.include('with the type TradeImport, not with this one: 1.');
    expect(warnings.join()).to.not.include('only their money');
  });

  it('are no trades of a CSV, whose column may have their name', () => {
    for (const header of ['Position Value', 'position_value']) {
      const lines = [`date,ticker,qty,price,${header}`, '2025-01-02,VTI,2,100.00,900.00'];
      const { sample } = preflightCsv(
        Buffer.from(lines.join('\n')),
        'TradeImport',
        { date_format: '%Y-%m-%d', sample_rows: 1 },
        new Date(),
      );
      expect(sample?.map(({ amount, positionValue }) => [amount, positionValue])).to.deep.equal([
        ['-200', null],
      ]);
    }
  });
});

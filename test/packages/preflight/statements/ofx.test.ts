import { expect } from 'chai';
import { MalformedCsvError } from '#preflight/report';
import { readStatement } from './read-statement.ts';

const HEAD = 'OFXHEADER:100\r\nDATA:OFXSGML\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n';

describe('an OFX or QFX file', () => {
  it('is read without ends of leaves, in its encoding, with decimals after a comma or a point', () => {
    const text = `${HEAD}<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO<MESSAGE>Welcome</STATUS></SONRS></SIGNONMSGSRSV1>
<CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>EUR<CCACCTFROM><ACCTID>4111</CCACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20250303120000.000[-5:EST]<TRNAMT>-1.234,50<FITID>F1<NAME>Café &amp; Bar<MEMO>Table < 4
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20250304<TRNAMT>+5.00<FITID>0<CHECKNUM>331<PAYEE><NAME>Shop<CITY>Rome</PAYEE><CURRENCY><CURRATE>1<CURSYM>USD</CURRENCY></STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>9</LEDGERBAL></CCSTMTRS></OFX>`;
    const { rows, short, warnings, headers } = readStatement(Buffer.from(text, 'latin1'));
    expect(short).to.deep.equal([
      ['2025-03-03', '-1234.5', 'Café & Bar', 'Table < 4'],
      ['2025-03-04', '5', 'Shop', '331'],
    ]);
    expect(
      rows.map(({ values, more }) => [values.currency, values.account, more['external_id']]),
    ).to.deep.equal([
      ['EUR', '4111', 'F1'],
      ['USD', '4111', null],
    ]);
    expect([warnings, headers.at(-1)]).to.deep.equal([[], 'FITID']);
  });

  it('states what its bookings began with if its balance is of their last day', () => {
    const withBalance = (until: string, balance: string): string =>
      `${HEAD}<OFX><STMTRS><BANKTRANLIST><DTSTART>20250301<DTEND>${until}
<STMTTRN><DTPOSTED>20250303<TRNAMT>-5<FITID>F1</STMTTRN>
<STMTTRN><DTPOSTED>20250301<TRNAMT>2.50<FITID>F2</STMTTRN></BANKTRANLIST>
<LEDGERBAL><BALAMT>${balance}<DTASOF>20250305120000</LEDGERBAL><AVAILBAL><BALAMT>99<DTASOF>20250305</AVAILBAL></STMTRS></OFX>`;
    const days = { first: '2025-03-01', last: '2025-03-03' };
    const balanceOf = (until: string, balance: string) =>
      readStatement(withBalance(until, balance)).balance;
    const opening = { opening: '1236.5', closing: '1234' };
    expect(balanceOf('20250305', '1,234.00')).to.deep.equal({ ...days, ...opening });
    expect(balanceOf('20250304', '1,234.00')).to.equal(undefined);
    expect(balanceOf('20250305', 'about 7')).to.equal(undefined);
  });

  it('has the reference number of a booking behind its notes, where it has no cheque, and never as its name', () => {
    const booking = (id: string, more: string): string =>
      `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20250303<TRNAMT>-5<FITID>${id}${more}</STMTTRN>`;
    const cases: [more: string, name: string | null, notes: string | null][] = [
      ['<REFNUM>R7<NAME>Shop<MEMO>Order 9', 'Shop', 'Order 9 R7'],
      ['<REFNUM>R7<NAME>Shop<MEMO>Order R7', 'Shop', 'Order R7'],
      ['<REFNUM>R7<CHECKNUM>331<NAME>Shop', 'Shop', '331'],
      ['<REFNUM>F3<NAME>Shop', 'Shop', null],
      ['<REFNUM>NONREF<NAME>Shop', 'Shop', null],
      ['<REFNUM>R7', null, 'R7'],
    ];
    const list = cases.map(([more], index) => booking(`F${index}`, more)).join('\n');
    const { rows } = readStatement(`${HEAD}<OFX><STMTRS>${list}</STMTRS></OFX>`);
    expect(rows.map(({ values }) => [values.name, values.notes])).to.deep.equal(
      cases.map(([, name, notes]) => [name, notes]),
    );
  });

  it('is read as XML: cash of an investment account, pending bookings, and what is not read is reported', () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n<OFX><INVSTMTRS><CURDEF>USD</CURDEF><INVACCTFROM><BROKERID>b</BROKERID><ACCTID>I1</ACCTID></INVACCTFROM>
<INVTRANLIST><BUYSTOCK><INVBUY><TOTAL>-5</TOTAL></INVBUY></BUYSTOCK>
<INCOME><INVTRAN><FITID>d</FITID></INVTRAN><TOTAL>3</TOTAL></INCOME><REINVEST><TOTAL>-3</TOTAL></REINVEST><SELLMF><INVSELL><TOTAL>9</TOTAL></INVSELL></SELLMF><TRANSFER><UNITS>2</UNITS></TRANSFER>
<INVBANKTRAN><STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20250101</DTPOSTED><TRNAMT>7</TRNAMT><FITID>x</FITID><MEMO><![CDATA[Fee <1>]]></MEMO></STMTTRN></INVBANKTRAN></INVTRANLIST>
<BANKTRANLISTP><STMTTRNP><TRNTYPE>POS</TRNTYPE><DTTRAN>20250102</DTTRAN><TRNAMT>-1</TRNAMT><NAME>Kiosk</NAME></STMTTRNP></BANKTRANLISTP></INVSTMTRS></OFX>`;
    const { rows, short, warnings } = readStatement(text);
    expect(short).to.deep.equal([
      ['2025-01-01', '7', 'Fee <1>', null],
      ['2025-01-02', '-1', 'Kiosk', null],
    ]);
    expect(rows.map(({ values }) => values.pending)).to.deep.equal([false, true]);
    expect(warnings.join()).to.match(
      /only their money: 0 of 3.*settled elsewhere.*: 1.*a value, are not read: 1 are left out.*opposite of their sign.*: 1/,
    );
  });

  it('books what trades pay and bring where the statement says what cash there is', () => {
    const trade = (kind: string, total: string, id: string) =>
      `<${kind}><INVBUY><INVTRAN><FITID>${id}<DTTRADE>20250103<MEMO>At market</INVTRAN><SECID><UNIQUEID>US1<UNIQUEIDTYPE>ISIN</SECID><UNITS>2${total}</INVBUY></${kind}>`;
    const list = `<INVTRANLIST>${trade('BUYSTOCK', '<TOTAL>-250.50', 'B')}
${trade('SELLSTOCK', '<TOTAL>99', 'S')}
${trade('INCOME', '<TOTAL>3', 'I')}${trade('TRANSFER', '', 'T')}
<INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20250102<TRNAMT>1000<FITID>C<NAME>Deposit</STMTTRN></INVBANKTRAN></INVTRANLIST>`;
    const account = '<INVSTMTRS><CURDEF>USD<INVACCTFROM><BROKERID>b<ACCTID>I1</INVACCTFROM>';
    const names =
      '<SECLIST><STOCKINFO><SECINFO><SECID><UNIQUEID>US1</SECID><SECNAME>Acme</SECINFO></STOCKINFO></SECLIST>';
    const whole = `OFXHEADER:100\n\n<OFX>${account}${list}<INVBAL><AVAILCASH>851.5</INVBAL></INVSTMTRS>${names}</OFX>`;
    const { rows, short, warnings } = readStatement(whole);
    expect(short).to.deep.equal([
      ['2025-01-03', '-250.5', 'Acme', 'At market'],
      ['2025-01-03', '99', 'Acme', 'At market'],
      ['2025-01-03', '3', 'Acme', 'At market'],
      ['2025-01-02', '1000', 'Deposit', null],
    ]);
    expect(rows.map(({ more }) => more['external_id'])).to.deep.equal(['B', 'S', 'I', 'C']);
    expect(warnings.join()).to.match(/only their money: 2 of 2.*not read: 1 are left out/);
    const cashless = readStatement(whole.replace(/<INVBAL>.*<\/INVBAL>/, ''));
    expect(cashless.short).to.have.length(1);
    expect(cashless.warnings.join()).to.match(
      /only their money: 0 of 2.*settled elsewhere and are left out: 1.*not read: 1 are left out/,
    );
  });

  it('is read as trades with the type TradeImport: bought, sold and reinvested, by symbol or number', () => {
    const trade = (kind: string, units: string, id: string, security = 'US1') =>
      `<${kind}><INVTRAN><FITID>${id}<DTTRADE>20250103</INVTRAN><SECID><UNIQUEID>${security}</SECID><UNITS>${units}<UNITPRICE>10,5<TOTAL>1</${kind}>`;
    const kinds = [
      trade('BUYSTOCK', '2', 'B'),
      trade('SELLMF', '3', 'S', 'US2'),
      trade('SELLOPT', '-4', 'O'),
      trade('REINVEST', '0.25', 'R'),
      trade('TRANSFER', '9', 'T'),
    ];
    const text = `OFXHEADER:100\n\n<OFX><INVSTMTRS><CURDEF>USD<INVACCTFROM><ACCTID>I1</INVACCTFROM><INVTRANLIST>${kinds.join('\n')}
<INVBANKTRAN><STMTTRN><DTPOSTED>20250102<TRNAMT>1000<FITID>C</STMTTRN></INVBANKTRAN></INVTRANLIST></INVSTMTRS>
<SECLIST><SECINFO><SECID><UNIQUEID>US1</SECID><SECNAME>Acme<TICKER>ACM</SECINFO></SECLIST></OFX>`;
    const { rows, warnings, errors } = readStatement(text, {
      type: 'TradeImport',
      hasAccount: false,
    });
    expect(
      rows.map(({ values, more }) => [
        values.date,
        more['ticker'],
        more['quantity'],
        more['price'],
        values.amount,
        values.currency,
        values.name,
        values.account,
        more['external_id'],
      ]),
    ).to.deep.equal([
      ['2025-01-03', 'ACM', '2', '10.5', '-21', 'USD', 'Acme', 'I1', 'B'],
      ['2025-01-03', 'US2', '-3', '10.5', '31.5', 'USD', null, 'I1', 'S'],
      ['2025-01-03', 'ACM', '-4', '10.5', '42', 'USD', 'Acme', 'I1', 'O'],
      ['2025-01-03', 'ACM', '0.25', '10.5', '-2.625', 'USD', 'Acme', 'I1', 'R'],
    ]);
    expect(errors).to.deep.equal([]);
    expect(warnings.join()).to.match(
      /Bookings of money are read with the type TransactionImport, not with this one: 1\..*not read: 1 are left out/,
    );
  });

  it('names the bank’s refusal, the line of what does not read, and refuses a DOCTYPE', () => {
    const refused = readStatement(
      `${HEAD}<OFX><STATUS><CODE>2000<SEVERITY>ERROR<MESSAGE>General error</STATUS></OFX>`,
    );
    const none = 'The file holds none of the bookings or trades that this type reads';
    expect([refused.warnings, refused.errors]).to.deep.equal([
      ["The bank's answer says: General error"],
      [{ code: 'no_data_rows', message: none }],
    ]);
    const wrong = readStatement(
      `${HEAD}<OFX><STMTRS>\n<STMTTRN><DTPOSTED>20251301<TRNAMT>x1\n</STMTTRN></OFX>`,
    );
    expect(wrong.errors.map(({ code, line }) => [code, line])).to.deep.equal([
      ['invalid_date', 7],
      ['invalid_amount', 7],
    ]);
    expect(() => readStatement('<?xml version="1.0"?><!DOCTYPE x><OFX></OFX>')).to.throw(
      MalformedCsvError,
      'DOCTYPE',
    );
  });

  it('applies its corrections, and names those of bookings that it does not have', () => {
    const booking = (id: string, amount: string, of?: string, action = 'REPLACE'): string =>
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20250303<TRNAMT>${amount}<FITID>${id}${
        of === undefined ? '' : `<CORRECTFITID>${of}<CORRECTACTION>${action}`
      }</STMTTRN>`;
    const list = [
      booking('F5', '-7', 'F3', 'DELETE'),
      booking('F1', '-10'),
      booking('F2', '-12', 'F1'),
      booking('F3', '-7'),
      booking('F4', '-13', 'F2'),
      booking('F6', '-20', 'OLD'),
      booking('F7', '-30', 'OLDER', 'DELETE'),
    ];
    const { rows, warnings } = readStatement(
      `${HEAD}<OFX><STMTRS>${list.join('\n')}</STMTRS></OFX>`,
    );
    expect(rows.map(({ values }) => values.amount)).to.deep.equal(['-13', '-20']);
    expect(warnings).to.have.length(2);
    expect(warnings.join()).to.match(
      /F6 in line 11 takes the place of OLD,.*F7 in line 12 takes back the booking OLDER/,
    );
  });

  it('takes no amount that does not read for one that contradicts its kind', () => {
    const booking = (amount: string): string =>
      `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20250303${amount}<FITID>F1</STMTTRN>`;
    for (const amount of ['', '<TRNAMT>10.00-'])
      expect(
        readStatement(`${HEAD}<OFX><STMTRS>${booking(amount)}</STMTRS></OFX>`).warnings,
      ).to.deep.equal([]);
  });

  it('is refused by its rows, not repeated in each of them, where the account has megabytes', () => {
    const booking = '<STMTTRN><DTPOSTED>20250101<TRNAMT>1</STMTTRN>';
    const account = `<BANKACCTFROM><ACCTID>${'9'.repeat(1_000_000)}</BANKACCTFROM>`;
    const text = `${HEAD}<OFX><STMTRS>${account}${booking.repeat(600)}</OFX>`;
    const { rows, errors } = readStatement(text, { hasAccount: false });
    expect(rows.length).to.equal(600);
    expect(errors).to.not.deep.equal([]);
  });
});

import { expect } from 'chai';
import { readStatement } from './read-statement.ts';

describe('a QIF file', () => {
  it('is read with categories, tags, splits and transfers; what is no booking is reported', () => {
    const text = `!Option:AutoSwitch
!Account
NGiro
TBank
^
!Type:Bank
D12/31'24
T100.00
POpening Balance
L[Giro]
^
D1/ 2'25
T-1,234.50
CX
PMarket
MWeek 1
LFood:Groceries/Holiday
SFood
EBread
$-34.50
SHome
$-1,200.00
^
D1/15'25
U-20.00
N277
L[Savings]
^
!Type:Cat
NFood
^
!Type:Invst
D1/ 3'25
NShrsIn
^`;
    const { rows, short, warnings, errors } = readStatement(text, { hasAccount: false });
    expect(short).to.deep.equal([
      ['2025-01-02', '-1234.5', 'Market', 'Week 1 Food Bread -34.50; Home -1,200.00'],
      ['2025-01-15', '-20', 'Savings', '277'],
    ]);
    expect(
      rows.map(({ line, values }) => [line, values.category, values.tags, values.account]),
    ).to.deep.equal([
      [12, 'Food: Groceries', ['Holiday'], 'Giro'],
      [24, null, [], 'Giro'],
    ]);
    expect(errors).to.deep.equal([]);
    expect(warnings).to.deep.equal([
      'Other actions of investment accounts, and what another account pays or receives, are not bookings and are left out: ShrsIn 1.',
      'Opening balances are not bookings and are left out: 1.',
    ]);
  });

  it('has no booking for a transfer of an account to itself: that is its opening balance in any language', () => {
    const text =
      '!Account\nNGiro\nTBank\n^\n!Type:Bank\nD31.12.23\nT1.204,88\nPAnfangssaldo\nL[Giro]\n^\nD25.01.24\nT-300,00\nPVisa\nL[Visa]\n^\nD26.01.24\nT50\nPKorrektur\nL[Giro]\n^\n';
    expect(readStatement(text, { hasAccount: false }).short).to.deep.equal([
      ['2024-01-25', '-300', 'Visa', null],
      ['2024-01-26', '50', 'Korrektur', null],
    ]);
  });

  it('has bookings for what moves the money of an investment account, signed by the action', () => {
    const record = (...lines: string[]): string => `${lines.join('\n')}\n^\n`;
    const text = `!Account
NBroker
TInvst
^
!Type:Invst
${[
  record("D1/13'24", 'NXIn', 'U1,000.00', 'T1,000.00', 'L[Giro]', '$1,000.00'),
  record("D1/14'24", 'NXOut', 'PTo the bank', 'T250.00', 'L[Giro]'),
  record("D1/15'24", 'NContribX', 'Mpay day', '$50.00', 'L[Giro]'),
  record("D1/16'24", 'NWithdrwX', 'T-20.00'),
  record("D1/17'24", 'NDiv', 'YCisco', 'Mquarter', 'T24.00'),
  record("D1/18'24", 'NIntInc', 'T1.50'),
  record("D1/19'24", 'NMiscExp', 'P', 'Mpaper', 'T15.00', 'LFees'),
  record("D1/20'24", 'NMiscInc', 'PRefund', 'YCisco', 'T3.00'),
  record("D1/21'24", 'NCash', 'PWire fee', 'T-9.00'),
  record("D1/22'24", 'NDivX', 'YCisco', 'T24.00', 'L[Giro]', '$24.00'),
  record("D1/23'24", 'NBuy', 'YCisco', 'I50.25', 'Q100', 'T5,034.95'),
  record("D1/24'24", 'NSell', 'YCisco', 'I49.10', 'Q40', 'T1,954.05'),
  record("D1/24'24", 'NBuy', 'YCisco', 'T98.00', 'L[Giro]'),
  record("D1/25'24", 'NReinvDiv', 'YCisco', 'T9.00'),
  record("D1/26'24", 'YCisco', 'T0.08'),
].join('')}`;
    const { rows, short, warnings, errors } = readStatement(text, { hasAccount: false });
    expect(short).to.deep.equal([
      ['2024-01-13', '1000', 'Giro', null],
      ['2024-01-14', '-250', 'To the bank', null],
      ['2024-01-15', '50', 'pay day', null],
      ['2024-01-16', '-20', 'WithdrwX', null],
      ['2024-01-17', '24', 'Cisco', 'quarter'],
      ['2024-01-18', '1.5', 'IntInc', null],
      ['2024-01-19', '-15', 'paper', null],
      ['2024-01-20', '3', 'Refund', 'Cisco'],
      ['2024-01-21', '-9', 'Wire fee', null],
      ['2024-01-23', '-5034.95', 'Cisco', null],
      ['2024-01-24', '1954.05', 'Cisco', null],
    ]);
    expect(rows.map(({ values }) => values.account)).to.deep.equal(Array(11).fill('Broker'));
    expect([rows[6]?.values.category, errors]).to.deep.equal(['Fees', []]);
    expect(warnings).to.deep.equal([
      'Trades of securities are read with the type TradeImport, with this one only their money: 2 of 4.',
      'Other actions of investment accounts, and what another account pays or receives, are not bookings and are left out: DivX 1, no action 1.',
    ]);
    const symbols = '!Type:Security\nNCisco\nSCSCO\nTStock\n^\n';
    const trades = readStatement(text.replaceAll('YCisco\nT', 'YCisco\nI10\nQ2\nT') + symbols, {
      type: 'TradeImport',
      hasAccount: false,
    });
    expect(
      trades.rows.map(({ values: { date, amount, account }, more }) => [
        date,
        more['ticker'],
        more['quantity'],
        more['price'],
        amount,
        account,
      ]),
    ).to.deep.equal([
      ['2024-01-23', 'CSCO', '100', '50.25', '-5025', 'Broker'],
      ['2024-01-24', 'CSCO', '-40', '49.1', '1964', 'Broker'],
      ['2024-01-24', 'CSCO', '2', '10', '-20', 'Broker'],
      ['2024-01-25', 'CSCO', '2', '10', '-20', 'Broker'],
    ]);
  });

  it('infers the order of day and month, warns where nothing decides, and takes the one that is sent', () => {
    const read = (day: string, settings = {}) =>
      readStatement(`!Type:CCard\nD${day}\nT-5\nPX\n^\n`, settings);
    expect(read('25.1.24').short[0]?.[0]).to.equal('2024-01-25');
    expect(read('2024-01-02').short[0]?.[0]).to.equal('2024-01-02');
    expect(read('1/ 2/99').warnings.join()).to.match(/dates/i);
    expect(read('1/2/2024', { date_format: '%d/%m/%Y' }).short[0]?.[0]).to.equal('2024-02-01');
  });
});

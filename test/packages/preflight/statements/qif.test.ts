import { expect } from 'chai';
import { readStatement } from './read-statement.ts';

describe('a QIF file', () => {
  it('is read with categories, tags, splits and transfers; what is no booking is told', () => {
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
L[Savings]
^
!Type:Cat
NFood
^
!Type:Invst
D1/ 3'25
NBuy
^`;
    const { rows, short, warnings, errors } = readStatement(text, { hasAccount: false });
    expect(short).to.deep.equal([
      ['2025-01-02', '-1234.5', 'Market', 'Week 1 Food Bread -34.50; Home -1,200.00'],
      ['2025-01-15', '-20', 'Savings', null],
    ]);
    expect(
      rows.map(({ line, values }) => [line, values.category, values.tags, values.account]),
    ).to.deep.equal([
      [12, 'Food: Groceries', ['Holiday'], 'Giro'],
      [24, null, [], 'Giro'],
    ]);
    expect(errors).to.deep.equal([]);
    expect(warnings).to.deep.equal([
      'Records of investment accounts are not read: 1 are left out.',
      'Opening balances are no bookings and left out: 1.',
    ]);
  });

  it('infers the order of day and month, warns where nothing tells, and takes the one that is sent', () => {
    const read = (day: string, settings = {}) =>
      readStatement(`!Type:CCard\nD${day}\nT-5\nPX\n^\n`, settings);
    expect(read('25.1.24').short[0]?.[0]).to.equal('2024-01-25');
    expect(read('2024-01-02').short[0]?.[0]).to.equal('2024-01-02');
    expect(read('1/ 2/99').warnings.join()).to.match(/dates/i);
    expect(read('1/2/2024', { date_format: '%d/%m/%Y' }).short[0]?.[0]).to.equal('2024-02-01');
  });
});

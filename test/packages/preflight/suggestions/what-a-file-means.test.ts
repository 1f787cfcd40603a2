import { expect } from 'chai';
import { plainWords } from '#preflight/suggestions/header-words';
import { readStatement } from '../statements/read-statement.ts';

/** Rows as an import reads them: day, amount, currency, name. */
function readRows(lines: readonly string[]) {
  const { rows, warnings } = readStatement(lines.join('\n'), { hasAccount: true });
  const short = rows.map(({ values: { date, amount, currency, name } }) => [
    date,
    amount,
    currency,
    name,
  ]);
  return { short, warnings };
}

describe('what a file means', () => {
  it('leaves out a header that the pages of a statement repeat', () => {
    const header = 'Date;Description;Amount;Balance';
    const { short, warnings } = readRows([
      'Statement of account',
      header,
      '2024-03-01;Bakery;-3.50;96.50',
      '2024-03-02;Salary;1000.00;1096.50',
      header,
      '2024-03-04;Rent;-700.00;396.50',
      '2024-03-05;Shop;-6.50;390.00',
    ]);
    expect(short.map(([date]) => date)).to.deep.equal([
      '2024-03-01',
      '2024-03-02',
      '2024-03-04',
      '2024-03-05',
    ]);
    expect(warnings.join(' ')).to.include('it repeats the header');
  });

  it('names a row without a counterparty by whichever text it has', () => {
    const { short } = readRows([
      'Date,Payee name,Explanation,Amount',
      '2024-03-01,ACME Ltd,Salary,1000.00',
      '2024-03-02,Jane Doe,Rent,-700.00',
      '2024-03-04,John Roe,Bike,-60.00',
      '2024-03-05,,Monthly fee,-2.00',
    ]);
    expect(short.map(([, , , name]) => name)).to.deep.equal([
      'ACME Ltd',
      'Jane Doe',
      'John Roe',
      'Monthly fee',
    ]);
  });

  it("names a wallet's payments by who is paid, where its columns say who pays whom", () => {
    const { short } = readRows([
      'Id,Date,From name,To name,Amount,Balance',
      'a1,2024-06-15,PAUL S,Airtime,-5000,434720',
      'a2,2024-06-12,Kato Ivan,PAUL S,65000,439720',
      'a3,2024-06-10,PAUL S,Television,-15000,374720',
      'a4,2024-06-01,Okello Stella,PAUL S,89720,389720',
    ]);
    expect(short.map(([, , , name]) => name)).to.deep.equal([
      'Airtime',
      'Kato Ivan',
      'Television',
      'Okello Stella',
    ]);
  });

  it('takes a row whose text calls it reserved, and that has no day of interest, for pending', () => {
    const lines = [
      'Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto',
      '29.02.2024;Reservert transaksjon Vipps*Ruter;;42,00;',
      '28.02.2024;Varekjøp REMA 1000;28.02.2024;412,30;',
      '27.02.2024;Varekjøp Storo;27.02.2024;1899,00;',
      '26.02.2024;Lønn;26.02.2024;;31000,00',
    ];
    const { rows, warnings } = readStatement(lines.join('\n'), { hasAccount: true });
    const pending = rows.map(({ values }) => [values.amount, values.pending]);
    expect(pending).to.deep.equal([
      ['-42', true],
      ['-412.3', false],
      ['-1899', false],
      ['31000', false],
    ]);
    expect(warnings.join(' ')).to.include('1 row is imported as pending');
  });

  it('reads cents behind a hyphen', () => {
    const { short } = readRows([
      'Date;Description;Amount',
      '2024-09-02;Rent;-4 500-00',
      '2024-09-03;Shop;-64-38',
      '2024-09-06;Salary;1812-45',
    ]);
    expect(short.map(([, amount]) => amount)).to.deep.equal(['-4500', '-64.38', '1812.45']);
  });

  it('takes the debit of a ledger for money in where its balance says so', () => {
    const { short } = readRows([
      'Date,Contact,Debit,Credit,Running Balance',
      '2024-04-01,Office Rentals,-,517.50,(114.90)',
      '2024-04-03,Design Ltd,1840.00,-,1725.10',
      '2024-04-04,Telephone,-,86.25,1638.85',
      '2024-04-09,Inland Revenue,-,1230.10,408.75',
      '2024-04-15,Café,690.00,-,1098.75',
    ]);
    expect(short.map(([, amount, , name]) => `${amount} ${name}`)).to.deep.equal([
      '-517.5 Office Rentals',
      '1840 Design Ltd',
      '-86.25 Telephone',
      '-1230.1 Inland Revenue',
      '690 Café',
    ]);
  });

  it('takes a purchase from the money, and interest for none, where a broker writes both without a sign', () => {
    const { short, warnings } = readRows([
      'Action,Time,Name,Total,Currency',
      'Deposit,2024-03-04,Bank Transfer,1000.00,GBP',
      'Market buy,2024-03-05,Fund,412.36,GBP',
      'Market sell,2024-04-02,Shares,98.75,GBP',
      'Interest on cash,2024-04-03,Interest,2.11,GBP',
      'Withdrawal,2024-04-10,Bank Account,-200.00,GBP',
    ]);
    expect(short.map(([, amount]) => amount)).to.deep.equal([
      '1000',
      '-412.36',
      '98.75',
      '2.11',
      '-200',
    ]);
    expect(warnings.join(' ')).to.include('"Market buy"');
  });

  it('leaves out balances of days among the bookings', () => {
    const { short } = readRows([
      '31/05/2024;SALDO ANTERIOR;900,34',
      '03/06/2024;PIX MERCADO;-35,00',
      '03/06/2024;SALDO DO DIA;865,34',
      '05/06/2024;PIX LOJA;-130,10',
      '05/06/2024;SALDO DO DIA;735,24',
      '07/06/2024;SALARIO;7420,15',
      '07/06/2024;SALDO DO DIA;8155,39',
    ]);
    expect(short.map(([, amount]) => amount)).to.deep.equal(['-35', '-130.1', '7420.15']);
  });

  it('reads money out and money in below headers that are a sign alone', () => {
    const { short } = readRows([
      'Date;Description;(-);(+)',
      '2024-03-01;Bakery;3.50;',
      '2024-03-02;Salary;;1000.00',
      '2024-03-04;Rent;700.00;',
    ]);
    expect(short.map(([, amount]) => amount)).to.deep.equal(['-3.5', '1000', '-700']);
  });

  it('names a row by its counterparty, and one without by its text', () => {
    const { short } = readRows([
      'Date;Counterparty;Description;Amount',
      '2024-03-01;;Card purchase BAKERY 12;-3.50',
      '2024-03-02;ACME Ltd;Salary March;1000.00',
      '2024-03-04;Jane Doe;Rent;-700.00',
      '2024-03-05;;Monthly fee;-2.00',
      '2024-03-06;;Card purchase SHOP 3;-6.50',
    ]);
    expect(short.map(([, , , name]) => name)).to.deep.equal([
      'Card purchase BAKERY 12',
      'ACME Ltd',
      'Jane Doe',
      'Monthly fee',
      'Card purchase SHOP 3',
    ]);
  });

  it('takes a sign as the header of money out and of money in', () => {
    const { short } = readRows([
      'Date;Description;(-);(+)',
      '2024-03-01;Bakery;3.50;',
      '2024-03-02;Salary;;1000.00',
      '2024-03-04;Rent;700.00;',
    ]);
    expect(short.map(([, amount]) => amount)).to.deep.equal(['-3.5', '1000', '-700']);
  });

  it('reads the currency of the lines above a table: below its label, or behind an amount', () => {
    const table = [
      'Date;Libellé;Montant',
      '13/03/2024;Boulangerie;-3,50',
      '14/03/2024;Salaire;1000,00',
      '15/03/2024;Loyer;-700,00',
    ];
    for (const [above, currency] of [
      ['Devise : MAD', 'MAD'],
      ['Devise;MAD', 'MAD'],
      ['Solde final 1.234,56 TL', 'TRY'],
    ]) {
      const { short } = readRows([above!, '', ...table]);
      expect(
        short.map(([, , read]) => read),
        above,
      ).to.deep.equal([currency, currency, currency]);
    }
  });

  it('reads the currency of a column that has its sign', () => {
    const { short } = readRows([
      'Fecha;Descripción;Moneda;Monto',
      '13/03/2024;PANADERIA;S/;-3.50',
      '14/03/2024;HABERES;S/;1,000.00',
      '15/03/2024;ALQUILER;S/;-700.00',
    ]);
    expect(short.map(([, , currency]) => currency)).to.deep.equal(['PEN', 'PEN', 'PEN']);
  });

  it('takes no sign of another amount for the currency of a row, and none where a row has a word', () => {
    const read = (header: string, ...marks: string[]) =>
      readRows([
        `Date;Shop;Amount;${header}`,
        ...marks.map((mark, at) => `2024-03-0${at + 1};Shop ${at};-3.50;${mark}`),
      ]).short.map(([, , currency]) => currency);
    expect(read('Moneda', '₪', '₪')).to.deep.equal(['ILS', 'ILS']);
    expect(read('Moneda original', '₪', '₪')).to.deep.equal([null, null]);
    expect(read('Moneda', '₪', 'shekel?')).to.deep.equal([null, null]);
  });

  it('takes ¥ below headers in simplified Chinese for yuan', () => {
    const { short } = readRows([
      '交易时间,交易对方,金额(元),收/支',
      '2024-03-13 10:00:00,面包店,¥3.50,支出',
      '2024-03-14 10:00:00,公司,¥1000.00,收入',
      '2024-03-15 10:00:00,房东,¥700.00,支出',
    ]);
    expect(short.map(([, amount, currency]) => [amount, currency])).to.deep.equal([
      ['-3.5', 'CNY'],
      ['1000', 'CNY'],
      ['-700', 'CNY'],
    ]);
  });

  it('compares words without accents, and keeps letters apart that only look accented', () => {
    expect(['Bénéficiaire', 'Счёт', 'Дебетовый', 'おばけ', '거래'].map(plainWords)).to.deep.equal([
      'beneficiaire',
      'счет',
      'дебетовый',
      'おばけ',
      '거래',
    ]);
  });
});

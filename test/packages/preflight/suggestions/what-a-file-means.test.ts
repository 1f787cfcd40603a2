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
    expect(warnings.join(' ')).to.include('they repeat the header');
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

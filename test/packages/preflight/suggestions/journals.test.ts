import { expect } from 'chai';
import { importOf } from './import-of.ts';

describe('a journal of accounts', () => {
  const header =
    'Umsatz;Soll/Haben-Kennzeichen;Konto;Gegenkonto (ohne BU-Schlüssel);Belegdatum;Buchungstext';
  const read = (...rows: string[]) => importOf([header, ...rows]);

  it('has debit as money in where all rows are of one account, and says so', () => {
    const { rows, warnings } = read(
      '119,00;H;1200;4930;03.06.2024;Büro',
      '2380,00;S;1200;8400;07.06.2024;Schäfer',
      '9,90;H;1200;4970;28.06.2024;Gebühr',
    );
    expect(rows).to.deep.equal(['2:-119', '3:2380', '4:-9.9']);
    expect(warnings).to.include('Debit and credit of a journal');
  });

  it('has debit as money out where the rows are booked against one account', () => {
    const { rows, warnings } = read(
      '119,00;S;4930;1200;03.06.2024;Büro',
      '2380,00;H;8400;1200;07.06.2024;Schäfer',
      '9,90;S;4970;1200;28.06.2024;Gebühr',
    );
    expect(rows).to.deep.equal(['2:-119', '3:2380', '4:-9.9']);
    expect(warnings).to.include('Debit and credit of a journal');
  });
});

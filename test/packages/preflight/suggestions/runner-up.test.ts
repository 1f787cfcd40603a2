import { expect } from 'chai';
import { judge, roundTrip } from '../judge.ts';
import { sentences } from '../sentences.ts';
import { reads } from './import-of.ts';

describe('a reading that comes close to the best one', () => {
  it('is named, and lowers the confidence of the columns in question', () => {
    const { first, second } = roundTrip([
      'Buchungstag;Text;Betrag;Umsatz',
      '01.03.2025;Miete;-650,00;-640,00',
      '02.03.2025;Lohn;2.100,00;2.000,00',
      '03.03.2025;Laden;-13,40;-12,40',
    ]);
    for (const { warnings } of [first, second]) {
      expect(sentences({ warnings }).join()).to.match(
        /The amount was taken from "Betrag", but "Umsatz" fits nearly as well/,
      );
    }
    expect(first.suggestions?.amount_col_label?.confidence).to.equal(0.5);
    expect(first.suggestions?.date_col_label?.confidence).to.equal(0.5);
  });

  reads('is named where a minus is in another amount alone: of coins beside what they are worth')`
    Timestamp,Description,Currency,Amount,Native Currency,Native Amount
    2025-05-31 08:35:20,Transfer to exchange,CRO,-12273.72244554,EUR,1077.13
    2025-03-31 12:53:56,Balance Conversion,USDC,81.161849,EUR,74.29
    2025-03-31 12:53:57,Balance Conversion,USDT,-81.161849,EUR,73.53
    ⇒ first warns: The amount was taken from "Native Amount", but "Amount" fits nearly as well
    ⇒ warns: The amount was taken from "Native Amount", but "Amount" fits nearly as well
  `;

  it('is named by the numbers of its columns where there is no header', () => {
    const { first } = roundTrip([
      '2025-03-02\tBAKERY 1234\t4.00\t\t96.00',
      '2025-03-05\tACME PAYROLL\t\t2000.00\t2096.00',
      '2025-03-17\tLANDLORD LTD\t700.00\t\t1396.00',
    ]);
    expect(sentences(first).join()).to.contain(
      'Money out was taken from "Column 3" and money in from "Column 4"',
    );
  });

  reads('is not named where a balance proves the best one')`
    Buchungstag;Text;Betrag;Umsatz;Saldo
    01.03.2025;Miete;-650,00;-640,00;350,00
    02.03.2025;Lohn;2.100,00;2.000,00;2.450,00
    03.03.2025;Laden;-13,40;-12,40;2.436,60
    ⇒ no first warns: fits nearly as well
    ⇒ amount_col_label = Betrag
  `;

  reads('is not a value date')`
    Buchungstag;Valuta;Text;Betrag
    01.03.2025;02.03.2025;Miete;-650,00
    02.03.2025;02.03.2025;Lohn;2.100,00
    ⇒ no first warns: fits nearly as well
  `;
});

describe('more income than spending, without a word for either', () => {
  reads('is no evidence for the sign', ({ report }) =>
    expect(report.evidence?.sign).to.deep.equal({ basis: 'none' }),
  )`
    Date,Payee,Amount
    2025-03-14,Jollibee,450.00
    2025-03-16,Lazada,199.00
    2025-03-21,Thanks,-300.00
    ⇒ warns: signage_convention
  `;
});

describe('another sign that comes close', () => {
  const rows = [
    'Datum;Text;Ausgaben',
    '2025-03-03;Gehalt März;2100,00',
    '2025-03-04;Miete;-650,00',
    '2025-03-05;Gutschrift;45,00',
    '2025-03-06;Lohn;300,00',
    '2025-03-07;Kartenzahlung;-12,00',
  ];

  it('is named, and lowers the confidence of the sign', () => {
    const { first } = roundTrip(rows);
    expect(first.suggestions?.signage_convention).to.deep.equal({
      value: 'inflows_negative',
      confidence: 0.5,
    });
    expect(sentences(first).join()).to.contain(
      'By its headers money out is positive, but by the words of its bookings it is negative',
    );
  });

  it('is not named where the sign was sent or a balance proves it', () => {
    const sent = judge(rows, { signage_convention: 'inflows_positive' });
    expect(sentences(sent).join()).not.to.contain('but by');
    let balance = 0;
    const { first } = roundTrip(
      rows.map((row, at) => {
        balance += at === 0 ? 0 : Number(row.split(';')[2]?.replace(',', '.'));
        return `${row};${at === 0 ? 'Saldo' : balance.toFixed(2).replace('.', ',')}`;
      }),
    );
    expect(sentences(first).join()).not.to.contain('but by');
  });
});

describe('another format that comes close', () => {
  const days = (last: string): string[] => [
    'date,amount,name',
    ...Array.from({ length: 30 }, (_, at) => `${(at % 12) + 1}/05/2024,-4.50,Shop ${at}`),
    `${last}/05/2024,-4.50,Shop`,
  ];

  it('is named where few dates distinguish the two', () => {
    const { first } = roundTrip(days('13'));
    expect(sentences(first).join()).to.contain(
      'Only 1 of 31 dates shows that they are written as %d/%m/%Y and not as %m/%d/%Y',
    );
    expect(first.suggestions?.date_format).to.deep.equal({ value: '%d/%m/%Y', confidence: 0.75 });
  });

  it('is not named where many do', () => {
    const { first } = roundTrip([...days('13'), '14/05/2024,-1,x', '15/05/2024,-1,x']);
    expect(sentences(first).join()).not.to.contain('dates show');
  });

  reads('is named next to the one that the order of the rows speaks for')`
    date,amount,name
    03/04/2025,-1.50,a
    04/04/2025,-2.50,b
    02/05/2025,-3.50,c
    ⇒ first warns: The order of the rows suggests %d/%m/%Y, but %m/%d/%Y fits the dates as well
  `;

  reads(
    "is named where the currency may be that of what was paid, and another amount the account's",
  )`
    Date,Text,Amount,Currency,Money-back,Turnover of account
    28.05.2024,Salary,1482.33,BYN,0.00,1482.33
    27.05.2024,GIPPO,-46.12,BYN,0.00,-46.12
    24.05.2024,APPLE.COM,-9.99,EUR,0.00,-35.94
    20.05.2024,WILDBERRIES,19.90,BYN,0.00,19.90
    19.05.2024,ATM,-100.00,BYN,-2.00,-102.00
    15.05.2024,WILDBERRIES,-19.90,BYN,0.00,-19.90
    14.05.2024,Rent,-64.30,BYN,0.00,-64.30
    ⇒ warns: The amount was taken from "Amount", but "Turnover of account" fits nearly as well
  `;

  reads('is named where what is not booked yet has no second day')`
    TransactionDate;Text;Amount;BookDate
    27.02.2025;REMA 1000;-312,40;
    25.02.2025;KIWI 347;-478,90;26.02.2025
    22.02.2025;SAS;-2349,00;24.02.2025
    ⇒ warns: BookDate
  `;

  reads('is named next to the one that the rest of the file speaks for')`
    date;amount;name
    05/05/2025;-1,50;Müller
    06/05/2025;-2,50;b
    ⇒ first warns: The rest of the content suggests %d/%m/%Y, but %m/%d/%Y fits the dates as well
  `;

  it('is named where few numbers distinguish the two', () => {
    const { first } = roundTrip([
      'date,amount,name',
      ...Array.from({ length: 40 }, (_, at) => `2025-05-01,-1.${100 + at},Shop`),
      '2025-05-02,-2.50,Shop',
    ]);
    expect(sentences(first).join()).to.contain(
      'Only 1 of 41 numbers shows that they are written as 1,234.56 and not as 1.234,56',
    );
  });
});

import { expect } from 'chai';
import type { Settings } from '../judge.ts';
import { importRows } from '../judge.ts';
import { sentences } from '../sentences.ts';

/** The days of an import with the suggestions applied, or with settings sent, and what it says of the year. */
function daysOf(lines: readonly string[], sent?: Settings) {
  const read = importRows(lines, sent);
  return {
    days: read.rows.map(({ values }) => values.date),
    errors: read.report.errors.map(({ message }) => message),
    warned: sentences(read.report).filter((text) => text.includes('have no year')),
    sent: read.sent as Settings,
  };
}

const table = (...days: string[]) => [
  'Date,Description,Amount',
  ...days.map((day) => `${day},Tea,-5.00`),
];

describe('days without a year', () => {
  const stated: [string, string[], string[]][] = [
    [
      'the period above them',
      ['Period: SEP 01 2024 - SEP 30 2024', ...table('Sep 2', 'Sep 20')],
      ['2024-09-02', '2024-09-20'],
    ],
    [
      'the period below them',
      [...table('02-Sep', '20-Sep'), 'From 01/09/2024 to 30/09/2024'],
      ['2024-09-02', '2024-09-20'],
    ],
    [
      'a period across the new year, each row its own',
      ['Extrait du 15.12.2023 au 14.01.2024', ...table('20.12.', '31.12.', '02.01.')],
      ['2023-12-20', '2023-12-31', '2024-01-02'],
    ],
    [
      'a month, in which a day alone lies',
      ['Movimientos de JUNIO 2024', 'Día,Descripción,Monto', '03,Té,-5.00', '28,Pan,-4.00'],
      ['2024-06-03', '2024-06-28'],
    ],
    [
      'the header of a journal, in which a 0 may be lost',
      [
        'EXTF;20240101;4;20240601;20240630',
        'Belegdatum;Umsatz;Text',
        '306;-5,00;Tee',
        '1706;-4,00;Brot',
      ],
      ['2024-06-03', '2024-06-17'],
    ],
    [
      'a period in quotes of their own',
      ["'28 Februarie 2016','28 Maart 2016'", ...table("'28 Feb'", "'01 Mrt'")],
      ['2016-02-28', '2016-03-01'],
    ],
    [
      'the day of a bill, whose amounts are called "Valor" as days may be',
      [
        'Vencimento: 10/04/2025;;',
        'Data;Histórico;Valor(R$)',
        '18/12;LOJA 04/10;189,90',
        '28/02;MERCADO;213,48',
      ],
      ['2024-12-18', '2025-02-28'],
    ],
    ['a year', ['Kontoauszug 2024', ...table('3 Mar', '29 Feb')], ['2024-03-03', '2024-02-29']],
    [
      'the day of the statement, which ends the year before it',
      ['Statement date: 14 Jan 2025', ...table('20 Dec', '2 Jan')],
      ['2024-12-20', '2025-01-02'],
    ],
    [
      'a period that shows which number is the month',
      ['01/06/2024 - 30/06/2024', ...table('03/06', '05/06')],
      ['2024-06-03', '2024-06-05'],
    ],
    [
      'a period that some purchases came before',
      ['01/01/2025 - 31/01/2025', ...table('30 Dec', '3 Jan', '4 Jan')],
      ['2024-12-30', '2025-01-03', '2025-01-04'],
    ],
  ];
  for (const [what, lines, days] of stated) {
    it(`are those of ${what}, and the import says so`, () => {
      const read = daysOf(lines);
      expect(read.errors).to.deep.equal([]);
      expect(read.days).to.deep.equal(days);
      expect(read.warned).to.have.length(1);
    });
  }

  it('are read with the settings of the file before', () => {
    const first = ['Period: 1 Sep 2024 - 30 Sep 2024', ...table('2 Sep', '20 Sep')];
    const { sent } = daysOf(first);
    const next = ['Period: 1 Dec 2024 - 31 Dec 2024', ...table('3 Dec')];
    expect(daysOf(next, sent).days).to.deep.equal(['2024-12-03']);
  });

  it('have that of a Chinese month or of the day of the statement', () => {
    const rows = ['12/18,12/20,全聯福利中心,"1,286"', '01/08,01/10,退款,-899'];
    const head = '消費日,入帳起息日,交易說明,新臺幣金額';
    for (const stated of ['2025年01月信用卡帳單', '結帳日,2025年1月16日', '帳單結帳日,2025/01/16'])
      expect(daysOf([stated, '', head, ...rows]).days).to.deep.equal(['2024-12-20', '2025-01-10']);
  });

  const unstated: [string, string[]][] = [
    ['without a line that states a period', table('Sep 2', 'Sep 20')],
    ['outside the period', ['1 Jan 2024 - 31 Jan 2024', ...table('2 Sep', '20 Sep')]],
    ['between two years that fit alike', ['2023 and 2024', ...table('2 Sep', '20 Sep')]],
    ['in either order of day and month', ['Year 2024', ...table('03/03', '04/05', '05/04')]],
  ];
  for (const [why, lines] of unstated) {
    it(`are refused ${why}`, () => {
      const { errors, warned } = daysOf(lines);
      expect(errors).to.not.deep.equal([]);
      expect(warned).to.deep.equal([]);
    });
  }

  it('are what the error says', () => {
    const { errors } = daysOf(table("'28/06", "'29/06", "'02/07"));
    expect(errors).to.have.length(3);
    expect(errors[0]).to.include('a day without its year, which the content does not tell');
  });
});

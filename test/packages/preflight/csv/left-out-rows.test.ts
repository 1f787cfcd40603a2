import { expect } from 'chai';
import { reads } from '../suggestions/import-of.ts';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import { judge } from '../judge.ts';
import { sentences } from '../sentences.ts';

function preflight(lines: string[], settings: CsvSettingsInput = {}) {
  return judge(lines, { sample_rows: 100, ...settings });
}

function leftOut(lines: string[], settings?: CsvSettingsInput): number[] {
  const report = preflight(lines, settings);
  expect(report.errors).to.deep.equal([]);
  const read = (report.sample ?? []).map(({ line }) => line);
  return lines.map((_, index) => index + 1).filter((line) => line > 1 && !read.includes(line));
}

const STATES = [
  'date,amount,name,State',
  '2025-03-01,-4.50,Cafe,COMPLETED',
  '2025-03-02,-80.00,Shoes,DECLINED',
  '2025-03-03,-12.00,Taxi,REVERTED',
  '2025-03-04,-9.99,Music,PENDING',
  '2025-03-05,-3.20,Bakery,COMPLETED',
  '2025-03-06,-7.00,Kiosk,DECLINED',
];

describe('rows that the file itself calls no bookings', () => {
  it('are left out, with one warning for each reason that names words, lines and the setting', () => {
    const report = preflight(STATES, { unbooked_rows: 'leave_out' });
    expect(report.sample?.map(({ name }) => name)).to.deep.equal(['Cafe', 'Bakery']);
    expect(report).to.include({ rowsCount: 6, skippedRowsCount: 4 });
    expect(sentences(report).filter((warning) => warning.includes('left out'))).to.deep.equal([
      '3 rows are left out because the file says, or its balances show, that they were never booked ("DECLINED" 2, "REVERTED" 1): lines 3, 4, 7. Send unbooked_rows=import to import them.',
      '1 row is left out because the file says that it is still pending, or gives no day of booking ("PENDING" 1): line 5. The bank lists them again once they are booked; send unbooked_rows=import_pending to import those with a date and an amount as pending.',
    ]);
  });

  it('are taken in where unbooked_rows asks for it', () => {
    expect(leftOut(STATES, { unbooked_rows: 'leave_out' })).to.deep.equal([3, 4, 5, 7]);
    expect(leftOut(STATES, { unbooked_rows: 'import_pending' })).to.deep.equal([3, 4, 7]);
    expect(leftOut(STATES, { unbooked_rows: 'import' })).to.deep.equal([]);
  });

  it('are imported as pending where the file clearly says so, with a warning and as an inferred setting', () => {
    const report = preflight(STATES);
    expect(report.sample?.map(({ name, pending }) => [name, pending])).to.deep.equal([
      ['Cafe', undefined],
      ['Music', true],
      ['Bakery', undefined],
    ]);
    expect(report).to.include({ skippedRowsCount: 3 });
    expect(report.settings).to.include({ unbooked_rows: 'import_pending' });
    expect(report.inferredSettings).to.include('unbooked_rows');
    expect(sentences(report)).to.include(
      '1 row is imported as pending because the file says so ("PENDING" 1): line 5. They become bookings when a later file or sync has them booked; send unbooked_rows=leave_out to leave them out.',
    );
    // What was inferred says nothing of another file.
    const booked = STATES.filter((line) => !line.includes('PENDING'));
    const again = { unbooked_rows: 'import_pending', inferred_settings: 'unbooked_rows' };
    expect(preflight(booked, again).settings).to.include({ unbooked_rows: 'leave_out' });
    const chosen = preflight(STATES, { unbooked_rows: 'import_pending' });
    expect(sentences(chosen).filter((warning) => warning.includes('as pending'))).to.deep.equal([]);
    expect(chosen.sample?.map(({ pending }) => pending)).to.deep.equal([
      undefined,
      true,
      undefined,
    ]);
    const all = preflight(STATES, { unbooked_rows: 'import' });
    expect(all.sample?.every(({ pending }) => pending === undefined)).to.equal(true);
  });

  it('may say so in their text alone, where the balance does not move', () => {
    const lines = [
      'date,amount,name,balance',
      '2025-03-01,-10.00,Bakery,90.00',
      '2025-03-02,-20.00,DECLINED Shoe shop,90.00',
      '2025-03-03,-30.00,Taxi,60.00',
      '2025-03-04,-5.00,Kiosk,55.00',
      '2025-03-05,-5.00,Pending order,50.00',
    ];
    expect(leftOut(lines)).to.deep.equal([3]);
    const newestFirst = [lines[0] ?? '', ...lines.slice(1).reverse()];
    expect(leftOut(newestFirst)).to.deep.equal([5]);
    expect(leftOut(lines, { unbooked_rows: 'import' })).to.deep.equal([]);
    const moved = lines.map((line) => line.replace('shop,90.00', 'shop,70.00'));
    const others = ['Taxi,60.00', 'Kiosk,55.00', 'order,50.00'];
    const less = ['Taxi,40.00', 'Kiosk,35.00', 'order,30.00'];
    const all = moved.map((line) =>
      others.reduce((text, end, at) => text.replace(end, less[at] ?? ''), line),
    );
    expect(leftOut(all)).to.deep.equal([]);
  });

  it('may be called pending at the end of a text, apart from the rest', () => {
    const lines = [
      'date,amount,name',
      '2025-03-05,-5.00,SHOP  CARD PURCHASE           transakcja nierozliczona',
      '2025-03-04,-5.00,KIOSK  CARD PURCHASE          ',
      '2025-03-03,-7.00,Pending order',
    ];
    const { sample, warnings } = preflight(lines);
    expect(sample?.map(({ pending }) => pending)).to.deep.equal([true, undefined, undefined]);
    expect(sentences({ warnings }).join(' '))
      .to.include('1 row is imported as pending')
      .and.include('line 2.');
    expect(leftOut(lines, { unbooked_rows: 'leave_out' })).to.deep.equal([2]);
    const balances = ['balance', '70.00', '75.00', '80.00', '87.00'];
    const moving = [...lines, '2025-03-02,-4.00,Taxi'].map((line, at) => `${line},${balances[at]}`);
    expect(leftOut(moving, { unbooked_rows: 'leave_out' })).to.deep.equal([]);
  });

  reads(
    'are no refunds of cancelled purchases, where a column of zeros could be taken for a balance',
  )`
    利用日,利用店名・商品名,利用金額,支払手数料
    2019/09/07,ローソン,1051,0 → -1051
    2019/09/08,首都高速,1320,0 → -1320
    2019/09/10,楽天市場,4980,0 → -4980
    2019/09/12,AMAZON.CO.JP,2746,0 → -2746
    2019/09/14,楽天市場キャンセル,-4980,0 → 4980
  `;

  reads('are not booked where a column says so, and has dashes in all other rows')`
    승인일자,가맹점명,승인금액(원),취소여부
    2025.04.28,카카오T택시,"27,500",- → -27500 KRW
    2025.04.25,교보문고 광화문점,"9,900",- → -9900 KRW
    2025.04.12,쿠팡(주),"89,000",- → -89000 KRW
    2025.04.11,쿠팡(주),"129,000",전체취소
  `;

  reads('are pending where they have no balance and a column of kinds calls them reserved')`
    Datum;Text;Typ;Belopp;Saldo
    2025-06-01;Coop;Reserverat belopp;-231,50;
    2025-05-30;Ränta;Ränta;2,41;23263,66
    2025-05-28;Max;Korttransaktion;-89,00;23261,25
    2025-05-26;Sparkonto;Överföring;-2500,00;23350,25
    ⇒ warns: 1 row is imported as pending because the file says so ("Reserverat belopp" 1): line 2
  `;

  it('do not move the balance while they are pending', () => {
    const lines = [
      'date,amount,name,state,balance',
      '2025-03-01,-10.00,a,Posted,90.00',
      '2025-03-02,-20.00,b,Posted,70.00',
      '2025-03-03,-30.00,c,Posted,40.00',
      '2025-03-04,50.00,d,Posted,90.00',
      '2025-03-05,-7.00,e,Pending,90.00',
    ];
    const { evidence, sample } = preflight(lines);
    expect(evidence?.sign).to.deep.equal({ basis: 'balance', rowsAgree: 3, rowsDisagree: 0 });
    expect(sample?.at(-1)).to.include({ name: 'e', pending: true });
  });

  it('are those without a day of which the file says that they are open, and removed ones', () => {
    const rows = ['2025-03-04,-5.10,Taxi', '2025-03-02,-4.50,Cafe'];
    expect(leftOut(['date,amount,name', 'offen,-9.99,Musik', ...rows])).to.deep.equal([2]);
    expect(leftOut(['date,amount,name', "'PEND,-9.99,Musik", ...rows])).to.deep.equal([2]);
    const states = ['date,amount,name,Status', `${rows[0]},Utført`, `${rows[1]},Slettet`];
    expect(leftOut(states)).to.deep.equal([3]);
  });

  it('are found in the column that status_col_label names', () => {
    const lines = STATES.map((line) => line.replace('State', 'How it went'));
    expect(leftOut(lines)).to.deep.equal([]);
    expect(preflight(lines).suggestions).to.have.nested.property(
      'status_col_label.value',
      'How it went',
    );
    expect(leftOut(lines, { status_col_label: 'How it went' })).to.deep.equal([3, 4, 7]);
    expect(preflight(STATES, { status_col_label: 'How it went' }).errors).to.have.length(1);
  });

  const languages = {
    Status: ['Gebucht', 'Storniert', 'Vorgemerkt'],
    Statut: ['Exécuté', 'Refusé', 'En attente'],
    Estado: ['Completado', 'Rechazado', 'Pendiente'],
    Situação: ['Concluída', 'Cancelada', 'Pendente'],
    Stato: ['Contabilizzato', 'Annullato', 'In sospeso'],
    'Umsatz-Status': ['Umsatz gebucht', 'Umsatz abgelehnt', 'Umsatz vorgemerkt'],
    Tila: ['Kirjattu', 'Hylätty', 'Odottaa'],
    Stav: ['Zaúčtováno', 'Zamítnuto', 'Čekající'],
    'Stav transakce': ['Zaúčtováno', 'Zrušeno', 'Blokováno'],
    Stan: ['Zrealizowana', 'Odrzucona', 'Oczekująca'],
    Állapot: ['Teljesült', 'Elutasítva', 'Függőben'],
    Статус: ['Исполнено', 'Отклонено', 'В обработке'],
    Κατάσταση: ['Ολοκληρώθηκε', 'Απορρίφθηκε', 'Σε εκκρεμότητα'],
    Durum: ['Tamamlandı', 'Reddedildi', 'Beklemede'],
    状态: ['交易成功', '交易关闭', '处理中'],
    상태: ['완료', '취소', '대기'],
    סטטוס: ['בוצע', 'נדחה', 'ממתין'],
    الحالة: ['مكتملة', 'مرفوضة', 'معلقة'],
  };
  for (const [header, [booked = '', refused = '', pending = '']] of Object.entries(languages)) {
    it(`are known by their words below ${header}`, () => {
      const lines = [
        `date,amount,name,${header}`,
        `2025-03-01,-4.50,Cafe,${booked}`,
        `2025-03-02,-80.00,Shoes,${refused}`,
        `2025-03-03,-9.99,Music,${pending}`,
        `2025-03-04,-3.20,Bakery,${booked}`,
      ];
      const { suggestions } = preflight(lines);
      const label = suggestions?.status_col_label?.value;
      expect(leftOut(lines, { status_col_label: label })).to.deep.equal([3]);
      expect(leftOut(lines, { status_col_label: label, unbooked_rows: 'leave_out' })).to.deep.equal(
        [3, 4],
      );
    });
  }

  reads(
    'are proven by a balance that does not move, whatever their word is',
    ({ report }) => {
      const proven = { basis: 'balance', rowsAgree: 3, rowsDisagree: 0 };
      expect(report.evidence?.sign).to.deep.equal(proven);
    },
    {},
  )`
    date,amount,name,state,balance
    2025-03-01,-10.00,a,Vykonano,90.00 → -10
    2025-03-02,-5.00,b,Nix,90.00
    2025-03-03,-20.00,c,Vykonano,70.00 → -20
    2025-03-04,-30.00,d,Vykonano,40.00 → -30
    2025-03-05,-6.00,e,Nix,40.00
    2025-03-06,50.00,f,Vykonano,90.00 → 50
  `;

  it('are proven by a blank balance next to an unknown word, where all others have one', () => {
    const lines = [
      'date,amount,name,state,balance',
      '2025-03-01,-10.00,a,Vykonano,90.00',
      '2025-03-02,-5.00,b,Nix,',
      '2025-03-03,-20.00,c,Vykonano,70.00',
      '2025-03-04,-30.00,d,Vykonano,40.00',
      '2025-03-06,50.00,e,Vykonano,90.00',
    ];
    expect(leftOut(lines)).to.deep.equal([3]);
    expect(leftOut(lines.map((line) => line.replace('Nix', 'Vykonano')))).to.deep.equal([]);
  });

  it('stay when the balance moves with them: a payment that was booked and came back', () => {
    const lines = [
      'date,amount,name,state,balance',
      '2025-03-01,-10.00,a,Completed,90.00',
      '2025-03-02,-5.00,b,Reversed,85.00',
      '2025-03-03,5.00,b,Completed,90.00',
      '2025-03-04,-20.00,c,Completed,70.00',
    ];
    for (const rows of [lines, [lines[0] ?? '', ...lines.slice(1).reverse()]]) {
      expect(leftOut(rows)).to.deep.equal([]);
    }
  });

  reads('stay when only their name or type speaks of a reversal', undefined, {})`
    date,amount,name,type
    2025-03-01,-10.00,Shoes,Card → -10
    2025-03-02,10.00,Storno Shoes,Reversal → 10
    2025-03-03,4.00,Refund cancelled order,Refund → 4
  `;

  it('are pending when their date cell says so, or only the day of purchase is known', () => {
    const lines = [
      'date,amount,name,purchased on',
      'Pending,-4.50,Cafe,2025-03-04',
      'Vorgemerkt,,Hotel,',
      ',-80.00,Shoes,2025-03-02',
      '2025-03-03,-12.00,Taxi,2025-03-01',
    ];
    const read = (unbooked_rows?: string) =>
      preflight(lines, { unbooked_rows }).sample?.map(({ line, date, pending }) =>
        pending === true ? [line, date] : line,
      );
    // The day of purchase alone is a guess.
    expect(read()).to.deep.equal([[2, '2025-03-04'], 5]);
    expect(read('leave_out')).to.deep.equal([5]);
    expect(read('import_pending')).to.deep.equal([[2, '2025-03-04'], [4, '2025-03-02'], 5]);
  });

  it('are pending on a day of another column, whose time of day the bookings lack', () => {
    const lines = [
      'Дата операции;Дата обработки;Сумма;Основание;Статус',
      '2025-03-06 00:00:00;2025-03-08;-336,15;Кофе;Исполнено',
      '2025-03-05 00:00:00;2025-03-07;-300,00;Хлеб;Исполнено',
      '2025-03-13 10:48:55;;-600,00;Связь;В обработке',
    ];
    const labels = { date_col_label: 'Дата обработки', amount_col_label: 'Сумма' };
    for (const date_format of [undefined, '%Y-%m-%d']) {
      const settings = { ...labels, col_sep: ';', status_col_label: 'Статус', date_format };
      const { errors, sample = [] } = preflight(lines, settings);
      expect(errors).to.deep.equal([]);
      expect(sample.map(({ date, pending = false }) => [date, pending])).to.deep.equal([
        ['2025-03-08', false],
        ['2025-03-07', false],
        ['2025-03-13', true],
      ]);
    }
  });

  it('are left out without an amount, while another row without one is an error on its line', () => {
    const lines = [
      'date,amount,name,status',
      '2025-03-04,,Cafe,Pending',
      '2025-03-03,,Taxi,Declined',
      '2025-03-03,-1.00,Tram,Posted',
    ];
    expect(leftOut(lines)).to.deep.equal([2, 3]);
    expect(leftOut(lines, { unbooked_rows: 'import_pending' })).to.deep.equal([2, 3]);
    const { errors } = preflight([...lines, '2025-03-02,,Bar,Posted']);
    expect(errors.map(({ code, line }) => [code, line])).to.deep.equal([
      ['blank_required_value', 5],
    ]);
  });

  it('are pending when they are the newest and lack the day of booking that the others have', () => {
    const lines = [
      'Buchungsdatum,Kaufdatum,Text,Betrag',
      ',2025-03-04,Hotel,-10.00',
      '2025-03-04,2025-03-03,Shoes,-23.40',
      '2025-03-02,2025-03-01,Cafe,-5.10',
      '2025-02-28,2025-02-27,Taxi,-7.00',
    ];
    const { suggestions } = preflight(lines);
    expect(suggestions).to.have.nested.property('date_col_label.value', 'Buchungsdatum');
    const labels = Object.entries(suggestions ?? {}).map(([name, { value }]) => [name, value]);
    expect(leftOut(lines, Object.fromEntries(labels))).to.deep.equal([2]);
  });

  it('are opening and closing balances with their own day and amount', () => {
    const lines = [
      'date,amount,name',
      '2025-03-01,100.00,Anfangssaldo',
      '2025-03-03,-23.40,Shoes',
      '2025-03-04,-9.00,TOTAL',
      '2025-03-31,67.60,S A L D O',
    ];
    expect(leftOut(lines)).to.deep.equal([2, 5]);
    expect(leftOut(lines.filter((line) => !line.includes('Anfang')))).to.deep.equal([]);
  });

  reads('are balances whose label is in a further column of texts, next to a blank name')`
    Kuupäev;Saaja/Maksja;Selgitus;Summa;Deebet/Kreedit
    01.03.2025;;Algsaldo;100,00;K
    03.03.2025;Selver;Ost 12;20,00;D → -20
    17.03.2025;Bolt;Ost 13;5,00;D → -5
    31.03.2025;Firma;Palk;500,00;K → 500
    31.03.2025;;Käive;25,00;D
    31.03.2025;;lõppsaldo;575,00;K
    ⇒ warns: "Algsaldo" 1
  `;

  reads('are totals when their date cell says so, below the header and in between', undefined, {})`
    date,amount,name
    Total,-7.70,
    2025-03-01,-4.50,Cafe → -4.5
    Summe:,-4.50,
    2025-03-03,-3.20,Taxi → -3.2
    ⇒ warns: 2 rows are left out because they state a total or a balance ("Total" 1, "Summe:" 1): lines 2, 4.
  `;

  reads('are so, too, when it says so next to a day, or is a period or a currency', undefined, {})`
    date,amount,name
    BALANCE 02/28/2025,100.00,
    03/01/2025,-4.50,Cafe → -4.5
    03/13/2025,-3.20,Taxi → -3.2
    EUR,-7.70,
    03/01/2025 - 03/31/2025,-7.70,
    ⇒ warns: 3 rows are left out because they state a total or a balance
  `;

  it('are errors next to a name, which only bookings have', () => {
    const rows = [
      'date,amount,name',
      '2025-03-01,-4.50,Cafe',
      '2025-03-01 - 2025-03-03,-200,Hotel',
    ];
    const { errors } = preflight([...rows, 'EUR,-3,Bun']);
    expect(errors.map(({ line }) => line)).to.deep.equal([3, 4]);
  });
});

describe('a header that the pages of a statement repeat', () => {
  reads('begins the table where it is first, and loses no booking of the first page')`
    Account 12
    Transaction date;Details;Withdrawal;Deposit;Balance
    13.02.2025;Bar;5,00;;95,00 → -5
    Page 2
    Transaction date;Details;Withdrawal;Deposit;Balance
    14.02.2025;Cinema;12,00;;83,00 → -12
    15.02.2025;Pay;;20,00;103,00 → 20
    Page 3
    Transaction date;Details;Withdrawal;Deposit;Balance
    16.02.2025;Kiosk;3,00;;100,00 → -3
    ⇒ warns: they repeat the header
  `;
});

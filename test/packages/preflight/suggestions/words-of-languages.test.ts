import { expect } from 'chai';
import { importOf, reads } from './import-of.ts';

/** Bookings with these columns before the amount; the second row is money in. */
const withDays = (purchase: string, booking: string, text: string, amount: string): string[] => [
  [purchase, booking, text, amount].join(';'),
  '2025-03-01;2025-03-04;Kiosk;-12.50',
  '2025-03-02;2025-03-04;Salary;1810.00',
  '2025-03-05;2025-03-06;Tram;-3.20',
];

describe('words of banks in many languages', () => {
  for (const [purchase, booking, text, amount] of [
    ['Transaction Date', 'Clearing Date', 'Description', 'Amount'],
    ['Datum', 'Bokfört', 'Text', 'Belopp'],
    ['Kaufdatum', 'Verbuchungsdatum', 'Beschreibung', 'Betrag'],
    ['Fecha de compra', 'Fecha de contabilización', 'Concepto', 'Importe'],
    ['Data transakcji', 'Data zaksięgowania', 'Opis', 'Kwota'],
    ['Дата транзакции', 'Дата проведения', 'Описание', 'Сумма'],
    ['Дата на транзакцията', 'Дата на осчетоводяване', 'Основание', 'Сума'],
    ['Ημ/νία Συναλλαγής', 'Ημ/νία Καταχώρησης', 'Περιγραφή', 'Ποσό'],
    ['İşlem Tarihi', 'Muhasebe Tarihi', 'Açıklama', 'Tutar'],
    ['تاريخ العملية', 'تاريخ القيد', 'الوصف', 'المبلغ'],
    ['交易日期', '過帳日期', '摘要', '金額'],
    ['ご利用日', '計上日', '内容', '金額'],
    ['이용일', '매입일', '내용', '금액'],
    ['Ngày giao dịch', 'Ngày hạch toán', 'Mô tả', 'Số tiền'],
    ['Tanggal Transaksi', 'Tanggal Pembukuan', 'Keterangan', 'Jumlah'],
  ] as const) {
    it(`take the day of booking: ${booking} next to ${purchase}`, () => {
      const { days } = importOf(withDays(purchase, booking, text, amount));
      expect(days).to.deep.equal(['2025-03-04', '2025-03-04', '2025-03-06']);
    });
  }

  reads('take the day of registration before that of the operation, as other languages')`
    Data dell'operazione;Data di registrazione;Descrizione;Importo
    2025-03-01;2025-03-04;Chiosco;-12.50 → 2025-03-04
    2025-03-02;2025-03-04;Salario;1810.00 → 2025-03-04
    2025-03-05;2025-03-06;Tram;-3.20 → 2025-03-06
    ⇒ warns: "Data dell'operazione" fits nearly as well
  `;

  for (const [header, out, paidIn] of [
    ['Дугује/Потражује', 'Дугује', 'Потражује'],
    ['Wn/Ma', 'D', 'C'],
    ['Smjer', 'D', 'P'],
    ['Tartozik/Követel', 'T', 'K'],
    ['Må/Insättning', 'Uttag', 'Insättning'],
    ['Дт/Кт', 'Дт', 'Кт'],
    ['חובה/זכות', 'הוצאה', 'הכנסה'],
    ['借貸別', '支', '存'],
    ['เดบิต/เครดิต', 'ถอน', 'ฝาก'],
    ['Cargo/Abono', 'D', 'A'],
  ] as const) {
    it(`tell the direction: ${out} and ${paidIn} below ${header}`, () => {
      const { rows } = importOf([
        `Date;Text;Amount;${header}`,
        `2025-03-01;Kiosk;12.50;${out}`,
        `2025-03-02;Alpha;1810.00;${paidIn}`,
        `2025-03-05;Tram;3.20;${out}`,
      ]);
      expect(rows).to.deep.equal(['2:-12.5', '3:1810', '4:-3.2']);
    });
  }

  for (const [header, booked, pending, failed] of [
    ['交易狀態', '成功', '處理中', '交易失敗'],
    ['Trạng thái giao dịch', 'Thành công', 'Chờ duyệt', 'Không thành công'],
    ['Status', 'Berjaya', 'Dalam Proses', 'Tidak Berjaya'],
    ['Κατάσταση Συναλλαγής', 'Ολοκληρώθηκε', 'Δεσμευμένη', 'Ανακλήθηκε'],
    ['Статус на плащането', 'Осчетоводена', 'Неосчетоводена', 'Анулирано'],
    ['Maksājuma statuss', 'Izpildīts', 'Gaidošs', 'Atteikts'],
    ['وضعیت تراکنش', 'موفق', 'در حال انجام', 'برگشتی'],
  ] as const) {
    it(`tell states: ${pending} and ${failed} below ${header}`, () => {
      const { rows, warnings } = importOf([
        `Date;Text;Amount;${header}`,
        `2025-03-01;Kiosk;-12.50;${booked}`,
        `2025-03-02;Alpha;1810.00;${booked}`,
        `2025-03-05;Tram;-3.20;${pending}`,
        `2025-03-06;Bar;-4.20;${failed}`,
      ]);
      expect(rows.slice(0, 2)).to.deep.equal(['2:-12.5', '3:1810']);
      expect(warnings).to.contain('pending').and.to.contain('never booked');
      expect(rows.join()).to.not.contain('5:');
    });
  }

  for (const [booked, refused] of [
    ['Confirmed', 'Not confirmed'],
    ['Completed', 'Incomplete'],
    ['Ausgeführt', 'Noch nicht bestätigt'],
    ['Aplicado', 'No aplicado'],
    ['Выполнен', 'Не выполнен'],
    ['Executată', 'Nu a fost executată'],
    ['Dokončené', 'Nedokončené'],
    ['Zrealizowane', 'Niezrealizowane'],
    ['完了', '未完了'],
  ]) {
    it(`take ${refused} for the opposite of ${booked}`, () => {
      const { rows, warnings } = importOf([
        'Date;Text;Amount;Status',
        `2025-03-01;Kiosk;-12.50;${booked}`,
        `2025-03-02;Alpha;-18.10;${refused}`,
        `2025-03-05;Tram;-3.20;${booked}`,
      ]);
      expect(rows).to.deep.equal(['2:-12.5', '4:-3.2']);
      expect(warnings).to.contain(`"${refused}" 1`).and.not.contain('unknown');
    });
  }

  reads('say that several states are unknown, also where none is known')`
    Date;Text;Amount;Status
    2025-03-01;Kiosk;-12.50;Kompluta → -12.5
    2025-03-02;Alpha;1810.00;Kompluta → 1810
    2025-03-05;Tram;-3.20;Atendas → -3.2
    ⇒ warns: a state of a booking that is unknown here
  `;

  reads('tell a pending row in a column of kinds, whose other words are no states')`
    Дата,Операция,Сумма,Валюта,Детали
    28.03.2024,Покупка,-1200.00,KZT,Magnum → -1200 KZT
    27.03.2024,Сумма в обработке,-3400.00,KZT,Glovo → -3400 KZT
    26.03.2024,Пополнение,50000.00,KZT,Kaspi → 50000 KZT
    25.03.2024,Перевод,-7000.00,KZT,Иван И. → -7000 KZT
    ⇒ warns: ("Сумма в обработке" 1)
    ⇒ no warns: a state of a booking
  `;

  reads('say nothing of a single state that is unknown in all rows')`
    Date;Text;Amount;Status
    2025-03-01;Kiosk;-12.50;Kompluta → -12.5
    2025-03-02;Alpha;1810.00;Kompluta → 1810
    ⇒ no warns: a state of a booking
  `;

  reads('take money out and in below headers in two languages')`
    STT/No,Ngày giao dịch/Transaction date,Số tiền ghi nợ/Debit amount,Số tiền ghi có/Credit amount,Nội dung giao dịch/Description
    1,02/01/2025 08:14:22,"6,500,000",,Chuyen tien nha → -6500000
    2,03/01/2025 12:40:51,"95,000",,QR BUN CHA → -95000
    3,03/01/2025 19:22:08,"643,200",,POS WINMART → -643200
    4,06/01/2025 20:31:45,"1,127,455",,Thanh toan tien dien → -1127455
    5,16/01/2025 10:02:00,,"21,340,000",TT LUONG → 21340000
  `;

  reads('take the sign in the place of the backslash for that of the yen')`
    ご利用日,ご利用先など,ご利用金額
    2024年8月2日,イトーヨーカドー,"\4,280" → -4280
    2024年8月3日,スターバックス,"\1,210" → -1210
    2024年8月5日,ソフトバンク,"\6,600" → -6600
    ⇒ warns: (JPY, KRW)
  `;

  reads('take outgoing and incoming amounts for both sides')`
    Transaction Date,Reference,Amount Outgoing,Amount Incoming,Fees,Available Balance
    2024-09-20 12:00:00,Wages,420.00,,0.00,1565.55 → -420
    2024-09-18 08:02:13,Payout,,874.90,0.00,1985.55 → 874.9
    2024-09-13 09:01:36,CANVA,12.21,,0.24,1110.65 → -12.45
    2024-09-12 14:05:55,Deposit,,400.00,0.00,1123.10 → 400
    2024-09-10 11:52:08,Rent,950.00,,0.00,723.10 → -950
  `;

  for (const [out, paidIn] of [
    ['お引出金額', 'お預入金額'],
    ['お引出し金額', 'お預け入れ金額'],
    ['ご出金', 'ご入金'],
    ['お支払い', 'お預り金額'],
  ])
    it(`take both sides whatever endings Japanese writers add: ${out}, ${paidIn}`, () => {
      const { rows } = importOf([
        `日付,${out},${paidIn},お取引内容`,
        '2025.01.06,30000,,ATM シブヤ',
        '2025.01.14,,15000,フリコミ',
        '2025.01.15,3718,,ドコモ',
      ]);
      expect(rows).to.deep.equal(['2:-30000', '3:15000', '4:-3718']);
    });

  reads('are no money out next to debits, though a card calls its purchases so')`
    Date,Amount (NGN),Settlement Debit (NGN),Settlement Credit (NGN),Charge (NGN),Beneficiary
    2025-05-30,418.27,0.00,418.27,0.00,INTEREST → 418.27 NGN
    2025-05-19,4400.00,4400.00,0.00,0.00,NETFLIX → -4400 NGN
    2025-05-16,20000.00,20200.00,0.00,200.00,POS AGENT → -20200 NGN
  `;
});

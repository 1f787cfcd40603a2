import { reads } from './import-of.ts';

describe('words that say something else among others', () => {
  reads('are no state in a name: Huy, refused in Vietnamese')`
    Ngày,Tên,Nội dung,Số tiền
    2025-05-04,Bui Quang Huy,tien nha thang 5,-3500 → -3500
    2025-05-05,Bui Quang Huy,tien nha thang 6,-13500 → -13500
  `;

  reads('are no state in a text: a cancelled purchase is paid back')`
    Дата;Описание;Сумма
    04.05.2025;Отмена покупки OZON;100 → 100
    05.05.2025;Отмена покупки WB;200 → 200
  `;

  reads('are states next to a booked one, below any header')`
    Date,Description,Amount,Remark
    2025-06-04,Coffee,-3.50,Payment settled → -3.5
    2025-06-05,Tea,-4.50,Payment settled → -4.5
    2025-06-07,Inn,-6.00,Payment declined
    2025-06-09,Gym,-8.00,Payment pending → -8
    ⇒ warns: never booked
    ⇒ warns: imported as pending
  `;

  reads('are the day of booking that a pending row lacks, below a header without a word for a day')`
    Date;Comptabilisé le;Libellé;Montant
    05/05/2025;06/05/2025;A;-5,00 → -5
    16/05/2025;17/05/2025;B;-6,00 → -6
    31/05/2025;03/06/2025;C;-7,00 → -7
    13/06/2025;;D;-8,00
    ⇒ warns: pending, or gives no day of booking
  `;

  reads('are names, not money in and out: Chi and Thu')`
    Date,Payee,Amount
    2025-05-04,Chi,10.00 → 10
    2025-05-05,Thu,20.00 → 20
    ⇒ warns: Nothing in the content says which sign money out has
  `;

  reads('are approved next to refused: Autorizado')`
    Fecha;Concepto;Importe;Estado
    2025-05-04;Kiosco;-3,50;Autorizado → -3.5
    2025-05-05;Bar;-13,50;Autorizado → -13.5
    2025-05-06;Hotel;-14,50;Rechazado
    ⇒ no warns: imported as pending
  `;

  reads('are no day in the number of an account')`
    Data valor;Conta;Descrição;Valor
    04/05/2025;20101231;Quiosque;-3,50 → 2025-05-04
    16/05/2025;20101231;Salario;13,50 → 2025-05-16
  `;

  reads('are no day of booking where a member registered or a report was processed')`
    Purchase date,Processed on,Member registered,Payee,Amount
    2025-05-04,2025-06-14,2019-01-02,Kiosk,-3.50 → 2025-05-04
    2025-05-05,2025-06-14,2019-01-02,Tram,-2.50 → 2025-05-05
    2025-05-06,2025-06-14,2019-01-02,Bar,-4.50 → 2025-05-06
  `;

  reads('are no value date in a transaction abroad')`
    Дата валютной операции;Дата отчета;Описание;Сумма
    04.05.2025;31.05.2025;Киоск;-100,00 → 2025-05-04
    05.05.2025;31.05.2025;Бар;-200,00 → 2025-05-05
  `;

  reads('are no debit and credit below a header of another language: D/P')`
    Date,Direction,Description,Amount
    2025-05-04,D,Salary,1000.00 → 1000
    2025-05-05,P,Shop,13.50 → 13.5
    2025-05-06,P,Bakery,5.50 → 5.5
    ⇒ warns: Nothing in the content says which sign money out has
  `;

  reads('are money out next to money in, though they may name a fee')`
    Datum;Opis;Prihodi;Troškovi
    04.05.2025;Kiosk;;3,50 → -3.5
    16.05.2025;Placa;100,00; → 100
  `;

  reads('are the holder of a card, not the shop')`
    Datum;Namn;Specifikation;Belopp
    2025-05-04;Anna Berg;ICA;-3,50 → -3.5 "ICA"
    2025-05-05;Bo Berg;COOP;-13,50 → -13.5 "COOP"
    2025-05-06;Anna Berg;Willys;-9,00 → -9 "Willys"
  `;

  reads('are an exchange rate next to the amount: Nilai Tukar')`
    Tanggal;Keterangan;Nilai Tukar;Jumlah
    2025-05-04;Kios;15500;-3500 → -3500
    2025-05-05;Bar;15500;-4500 → -4500
  `;
});

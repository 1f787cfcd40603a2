import { expect } from 'chai';
import { importOf, reads } from './import-of.ts';

describe('a column of directions with a third word', () => {
  for (const [name, header, out, paidIn, neutral] of [
    ['the word of a wallet', '收/支', '支出', '收入', '不计收支'],
    ['a stroke', '收/支', '支出', '收入', '/'],
    ['a word in English', 'Direction', 'OUT', 'IN', 'NEUTRAL'],
    ['a word in German', 'Typ', 'Belastung', 'Gutschrift', 'Umbuchung'],
    ['a word in Russian', 'Тип', 'Расход', 'Приход', 'Перевод'],
    ['another sign', 'Signo', '-', '+', '='],
    ['nothing', 'S/H', 'S', 'H', ''],
  ] as const) {
    reads(
      `keeps the sign of the clear rows and asks about the others: ${name}`,
      ({ warnings, report }) => {
        expect(report.skippedRowsCount).to.equal(1);
        expect(warnings).to.match(/neither money in nor money out .*: line 4\./);
        expect(warnings).to.contain(`"${neutral}" 1`).and.contain('amount_type_outflow_value');
      },
    )`
      Date,Payee,${header},Amount
      2025-03-01,Noodles,${out},32.00 → -32
      2025-03-02,Wages,${paidIn},200.00 → 200
      2025-03-13,Own fund,${neutral},1000.00
      2025-03-14,Market,${out},88.50 → -88.5
      ⇒ amount_type_inflow_value = ${paidIn}
      ⇒ amount_type_outflow_value = ${out}
    `;
  }

  reads(
    'is that of the payers, by balances before and after the booking: the holder pays what goes out',
  )`
    DATE,FROM ACCT,FROM NAME,TYPE,AMOUNT,FEES,BAL BEFORE,BAL AFTER,TO ACCT,TO NAME
    01-Jul-2024,72188068,BOATENG LTD,TRANSFER,2600.00,0.00,318.40,2918.40,31882745,AMA ADDO → 2600
    03-Jul-2024,31882745,AMA ADDO,PAYMENT,188.00,0.00,2918.40,2730.40,22887849,MELCOM → -188
    05-Jul-2024,31882745,AMA ADDO,TRANSFER,650.00,4.88,2730.40,2075.52,20075616,OSEI → -654.88
    06-Jul-2024,31573363,FRANKO AGENT,CASH_IN,400.00,0.00,2075.52,2475.52,31882745,AMA ADDO → 400
    07-Jul-2024,31882745,AMA ADDO,PAYMENT,120.00,0.00,2475.52,2355.52,55108766,KFC → -120
    09-Jul-2024,71375475,MENSAH,TRANSFER,120.00,0.00,2355.52,2475.52,31882745,AMA ADDO → 120
    11-Jul-2024,31882745,AMA ADDO,PAYMENT,49.00,0.00,2475.52,2426.52,55108766,KFC → -49
    ⇒ fee_col_label = FEES
  `;

  reads('is read where each word stands in two languages')`
    交易日期,借贷,交易金额,对方户名
    2025-01-01,贷 Cr,1.23,利息 → 1.23
    2025-02-02,借 Dr,3.21,哈哈 → -3.21
    2025-04-14,贷 Cr,10.00,嘻嘻 → 10
  `;

  reads('signs the orders of a broker, and leaves to its sign what names no direction')`
    Type,Date,Ticker,Total Amount
    CASH TOP-UP,2025-01-13,,USD 3000 → 3000 USD
    BUY - MARKET,2025-01-14,MSFT,USD 1000 → -1000 USD
    CUSTODY FEE,2025-01-15,,USD -0.09 → -0.09 USD
    Result adjustment,2025-01-16,,USD 0.75 → 0.75 USD
    DIVIDEND TAX (CORRECTION),2025-01-17,MSFT,USD -0.11 → -0.11 USD
    SELL - LIMIT,2025-04-29,MSFT,USD 1123.39 → 1123.39 USD
    CASH WITHDRAWAL,2025-05-26,,USD -2000 → -2000 USD
    ⇒ warns: The amounts of "BUY - MARKET" have the sign that other words are written with
  `;

  reads(
    'leaves the signs to the amounts where a word has both, with a warning about one that is always against its own',
  )`
    Action,Time,Name,Total
    Deposit,2025-01-13,Card,3000.00 → 3000
    Market buy,2025-01-14,Foo Company,2381.35 → 2381.35
    Result adjustment,2025-01-15,Refund,0.75 → 0.75
    Result adjustment,2025-01-16,Refund,-0.25 → -0.25
    Dividend,2025-02-23,Foo Company,0.12 → 0.12
    Dividend,2025-03-23,Foo Company,0.11 → 0.11
    Limit sell,2025-04-29,Foo Company,3138.50 → 3138.5
    Withdrawal,2025-05-26,Bank,-2000.00 → -2000
    ⇒ warns: The amounts of "Market buy" have the sign of the other direction
  `;

  reads('is read where it holds the orders and incomes of a broker')`
    Action,Time,Name,Total
    Deposit,2025-01-13,Card,3000.00 → 3000
    Market buy,2025-01-14,Foo Company,2381.35 → -2381.35
    Interest from cash,2025-01-15,Interest,0.04 → 0.04
    Dividend (Ordinary manufactured payment),2025-03-23,Foo Company,0.11 → 0.11
    Limit sell,2025-04-29,Foo Company,3138.50 → 3138.5
  `;

  const LINES = [
    'date,direction,amount',
    '2025-03-01,spent,32.00',
    '2025-03-02,got,200.00',
    '2025-03-13,moved,1000.00',
  ];
  const sent = { amount_type_strategy: 'custom_column', entity_type_col_label: 'direction' };

  it('is read by the words that were sent: the word of one side, or several, or those of both', () => {
    const read = (more: object) => importOf(LINES, { ...sent, ...more });
    const single = read({ amount_type_inflow_value: 'got' });
    expect(single.rows).to.deep.equal(['2:-32', '3:200', '4:-1000']);
    expect(single.warnings).to.contain('also holds "spent", "moved": read as outflows');
    const several = read({ amount_type_inflow_value: 'got|moved' });
    expect(several.rows).to.deep.equal(['2:-32', '3:200', '4:1000']);
    const both = read({ amount_type_inflow_value: 'got', amount_type_outflow_value: 'spent' });
    expect(both.rows).to.deep.equal(['2:-32', '3:200']);
    const outflow = read({ amount_type_outflow_value: ' spent | moved ' });
    expect(outflow.rows).to.deep.equal(['2:-32', '3:200', '4:-1000']);
  });

  it('may hold a word with the sign that separates several', () => {
    const lines = ['date,direction,amount', '2025-03-01,in|out,5.00', '2025-03-02,out,6.00'];
    const read = importOf(lines, { ...sent, amount_type_inflow_value: 'in|out' });
    expect(read.rows[0]).to.equal('2:5');
  });

  reads('may hold a dash, which is no minus next to words', ({ warnings }) =>
    expect(warnings).to.match(/neither money in nor money out \("-" 1\): line 4\./),
  )`
    Date,Category,Action,Symbol,Amount
    2025-03-01,Trade,Buy,VTI,32.00 → -32
    2025-03-02,Trade,Sell,VTI,200.00 → 200
    2025-03-13,Deposit,-,Cash,1000.00
    2025-03-14,Trade,Buy,VTI,88.50 → -88.5
  `;

  reads('may have another word in each of a few rows, if they are short')`
    Action,Time,Name,Total,Currency (Total)
    Limit buy,2025-01-07 09:00:12,Vanguard,138.12,EUR → -138.12 EUR
    Interest on cash,2025-01-10 02:05:33,,0.02,EUR → 0.02 EUR
    Card debit,2025-01-14 17:20:41,,-12.40,EUR → -12.4 EUR
    Spending cashback,2025-01-15 03:00:00,,0.06,EUR → 0.06 EUR
    Dividend (Ordinary),2025-02-13 11:54:09,Apple,0.55,EUR → 0.55 EUR
    ⇒ warns: The amounts of "Limit buy" have the sign that other words are written with
  `;

  reads('names every word for money in')`
    Date,Type,Details,Amount
    2025-01-02,Withdrawal,ATM,50.00 → -50
    2025-01-13,Deposit,Cash,100.00 → 100
    2025-01-14,Income,Interest,3.10 → 3.1
    ⇒ amount_type_inflow_value = Deposit|Income
  `;

  reads('takes a payment and a refund for money in next to purchases, and a fee for money out')`
    Date,Merchant,Type,Amount
    2025-04-02,Shop A,Purchase,45.20 → -45.2
    2025-04-13,Card payment,Payment,200.00 → 200
    2025-04-15,Shop A,Refund,15.00 → 15
    2025-04-16,Late fee,Fee,5.00 → -5
  `;

  reads('learns unknown words from the balance, and leaves out rows that do not move it')`
    Date,Type,Amount,Balance
    2025-04-02,abc,10.00,90.00 → -10
    2025-04-13,xyz,200.00,290.00 → 200
    2025-04-14,abc,15.00,275.00 → -15
    2025-04-15,uvw,70.00,275.00
    2025-04-16,def,5.00,280.00 → 5
    2025-04-17,abc,5.00,275.00 → -5
    2025-04-18,abc,25.00,250.00 → -25
    2025-04-19,xyz,25.00,275.00 → 25
  `;
});

describe('amounts without a sign', () => {
  reads('are money out where the holder is the payer, under headers for both parties')`
    Kind,Origen,Destino,Monto,Fecha
    B1,Ana S.,Pardos Chicken,74.90,30/01/2025 → -74.9
    B2,Jorge L.,Ana S.,18.00,23/01/2025 → 18
    B1,Ana S.,Librería Tai,31.80,20/01/2025 → -31.8
    B2,Rosa E.,Ana S.,21.00,18/01/2025 → 21
    ⇒ entity_type_col_label = Origen
    ⇒ amount_type_outflow_value = Ana S.
  `;

  reads('are signed by a mark of credits, whatever sign the points of a reward have')`
    Date,Transaction Details,Reward Points,Amount,BillingAmountSign
    14/02/2025,BIGBASKET,14,1486.00, → -1486
    15/02/2025,SURCHARGE WAIVER,0,22.00,CR → 22
    16/02/2025,SWIGGY,4,412.00, → -412
    17/02/2025,RETURNED,-10,1012.50,CR → 1012.5
    ⇒ warns: BillingAmountSign
  `;

  for (const [into, out] of [
    ['Cash In', 'Send Money'],
    ['Pix recebido', 'Pix enviado'],
    ['Nhận tiền', 'Chuyển tiền'],
    ['Para Yükleme', 'Para Gönderme'],
    ['收款', '付款'],
    ['إيداع', 'سحب'],
    ['Pokea', 'Tuma'],
    ['NC', 'ND'],
  ] as const) {
    reads(`are signed by what a wallet calls them: ${into}`)`
      Date,Type,Details,Amount
      2025-02-14,${into},Amina,900.00 → 900
      2025-02-15,${out},Shop,22.00 → -22
      2025-02-16,${out},Kiosk,41.00 → -41
    `;
  }

  reads('stay open where a wallet has a word that may be either')`
    Date,Type,Details,Amount
    2025-02-13,Cash In,Agent,1000.00 → 1000
    2025-02-14,Send Money,Amina,900.00 → -900
    2025-02-15,Payment,Shop,22.00
    2025-02-16,Send Money,Kiosk,41.00 → -41
    ⇒ warns: calls it neither money in nor money out ("Payment" 1)
  `;

  reads('are signed by the words of a wallet')`
    Tipo de Transacción,Monto,Fecha
    PAGASTE,74.90,30/01/2025 → -74.9
    TE PAGÓ,18.00,23/01/2025 → 18
    PAGASTE,31.80,20/01/2025 → -31.8
  `;
});

describe('a file of one side only', () => {
  for (const [header, word, sign] of [
    ['D/C', 'D', '-'],
    ['Dr / Cr', 'CR', ''],
    ['Af Bij', 'Bij', ''],
    ['类型', '支出', '-'],
    ['Cr/Dr Ind', 'D', '-'],
    ['Buchungsart', 'Gutschrift', ''],
    ['Buchungsart', 'Lastschrift', '-'],
  ] as const) {
    reads(`keeps its column of directions: ${word} below ${header}`)`
      Date,Details,${header},Amount
      2025-03-13,Rent,${word},900.00 → ${sign}900
      2025-03-14,Milk,${word},31.15 → ${sign}31.15
      ⇒ entity_type_col_label = ${header}
    `;
  }

  reads('keeps it next to a balance, so that the next file is read by it, too')`
    Date,Details,Type,Amount,Balance
    2025-03-13,Rent,Debit,900.00,1100.00 → -900
    2025-03-14,Milk,Debit,31.15,1068.85 → -31.15
    2025-03-15,Milk,Debit,1.15,1067.70 → -1.15
    ⇒ amount_type_inflow_value = Credit
    ⇒ no signage_convention
  `;
});

describe('a column of debit and credit next to the amount and another next to the balance', () => {
  const HEADER = 'Sl. No.,Date,Description,Amount,Dr / Cr,Balance,Dr / Cr';

  reads('is that of the amount, named by its number')`
    ${HEADER}
    1,03/02/2025,Grocer,"1,200.00",DR,"8,800.00",CR → -1200
    2,14/02/2025,Salary,"50,000.00",CR,"58,800.00",CR → 50000
    3,15/02/2025,ATM,"5,000.00",DR,"53,800.00",CR → -5000
    ⇒ entity_type_col_label = Column 5
  `;

  reads('is that of the amount where all rows are of one side')`
    ${HEADER}
    1,03/02/2025,Grocer,"1,200.00",DR,"8,800.00",CR → -1200
    2,14/02/2025,Rent,"9,000.00",DR,"200.00",DR → -9000
    3,15/02/2025,ATM,"5,000.00",DR,"5,200.00",DR → -5000
  `;

  for (const [out, paidIn] of [
    ['Dr', 'Cr'],
    ['Dr.', 'Cr.'],
    ['Dr Amount', 'Cr Amount'],
    ['Withdrawals', 'Deposits'],
    ['Soll', 'Haben'],
    ['Debe', 'Haber'],
    ['Дт', 'Кт'],
    ['Má dať', 'Dal'],
  ] as const) {
    reads(`may be two columns of amounts: ${out} and ${paidIn}`)`
      Date,Particulars,${out},${paidIn}
      03/02/2025,Grocer,1200.00, → -1200
      14/02/2025,Salary,,50000.00 → 50000
      15/02/2025,ATM,5000.00, → -5000
    `;

    reads(`may be two columns of amounts: ${paidIn} and ${out}`)`
      Date,Particulars,${paidIn},${out}
      03/02/2025,Grocer,,1200.00 → -1200
      14/02/2025,Salary,50000.00, → 50000
    `;
  }

  for (const header of [
    'Transaction Date,Details,Amount (INR),BillingAmountSign',
    'Date,Name,Amount,Debit / Credit',
  ])
    reads(`that names credits alone has money out where it is blank: ${header}`)`
      ${header}
      16/04/2025,AMAZON PAY,"1,899.00", → ${header.includes('INR') ? '-1899 INR' : '-1899'}
      18/04/2025,SWIGGY,420.00, → ${header.includes('INR') ? '-420 INR' : '-420'}
      22/04/2025,PAYMENT RECEIVED,"12,000.00",CR → ${header.includes('INR') ? '12000 INR' : '12000'}
      ⇒ warns: says "CR" in some rows and nothing in the others: those were read as "DR"
    `;

  reads('is not filled where amounts have signs')`
    Date,Name,Amount,Type
    16/04/2025,Shop,-1.00, → -1
    18/04/2025,Shop,-2.00, → -2
    22/04/2025,Pay,3.00,CR → 3
  `;

  for (const header of ['CARGO/ABONO', 'Abono / Cargo', 'Tipo'])
    reads(`has letters that are read together: C next to A, below ${header}`)`
      Fecha;Descripción;Monto;${header}
      27/04/2024;COMPRA UBER;12.980;C → -12980
      29/04/2024;REMUNERACION;1.486.220;A → 1486220
      30/04/2024;COMISION;973;C → -973
    `;

  reads('has letters of which the header spells only one')`
    Date;Beneficiary;Amount;Debit/Credit
    04.01.2016;Norris;10,00;D → -10
    12.01.2016;Fleming;500,00;K → 500
  `;

  reads('has letters that would both be money in: it is none')`
    Date;Name;Amount;Tipo
    04.01.2016;Norris;10,00;C → 10
    12.01.2016;Fleming;500,00;K → 500
    ⇒ warns: Nothing in the content says which sign money out has
  `;

  reads('is an Action of a broker whose orders to buy have no sign')`
    Action,Time,Name,Total,Currency (Total)
    Deposit,2024-02-02 09:14:22,,1000.00,GBP → 1000 GBP
    Market buy,2024-02-03 14:31:05,Apple,235.10,GBP → -235.1 GBP
    Market buy,2024-02-04 14:31:05,Apple,135.10,GBP → -135.1 GBP
    Card debit,2024-02-12 12:08:49,,-6.85,GBP → -6.85 GBP
    Card debit,2024-02-13 12:08:49,,-3.85,GBP → -3.85 GBP
    Interest on cash,2024-02-14 00:12:01,,0.42,GBP → 0.42 GBP
    Withdrawal,2024-03-25 12:00:00,,-250.00,GBP → -250 GBP
    ⇒ warns: "Market buy" have the sign that other words are written with
  `;

  reads('has words that all come with the opposite sign, but one that it does not know')`
    Date,Merchant,Type,Amount (USD)
    09/30/2024,Interest Charge,Interest,6.48 → -6.48 USD
    09/28/2024,Con Edison,Purchase,35.20 → -35.2 USD
    09/26/2024,Whole Foods,Purchase,71.02 → -71.02 USD
    09/23/2024,Apple,Installment,54.37 → -54.37 USD
    09/21/2024,Best Buy,Credit,-129.00 → 129 USD
    09/16/2024,Best Buy,Purchase,129.00 → -129 USD
    09/12/2024,Devocion,Purchase,5.75 → -5.75 USD
    09/10/2024,From account 3308,Payment,-512.44 → 512.44 USD
    ⇒ warns: "Interest" have the sign of the other direction
  `;

  reads('has words of money in alone, which a person should compare')`
    Date,Name,Amount,Kind
    01/03/2024,Shop,9.50,Deposit → 9.5
    02/03/2024,Rent,800.00,Deposit → 800
    03/03/2024,Grocer,30.00,Deposit → 30
    13/03/2024,Power,60.00,Deposit → 60
    14/03/2024,Water,20.00,Deposit → 20
    ⇒ warns: The first 5 bookings were all read as money in
  `;

  reads('knows D/C and D/D for neither side')`
    Date,Tran Type,Payee,Amount
    2025/03/05,EFTPOS,PAK SAVE,-92.14 → -92.14
    2025/03/10,D/D,MERCURY NZ,-134.60 → -134.6
    2025/03/12,D/C,AUCKLAND COUNCIL,2410.88 → 2410.88
    2025/03/18,DEBIT,STEAMGAMES,-29.37 → -29.37
    2025/03/20,CREDIT,WAREHOUSE,35.50 → 35.5
    2025/03/26,D/C,AUCKLAND COUNCIL,2410.88 → 2410.88
  `;

  reads('turns all signs of a card whose interest has the sign of its purchases')`
    DATE,TYPE,DESCRIPTION,AMOUNT
    2025-04-14,PURCHASE,TIRE STORE KANATA,143.65 → -143.65
    2025-04-17,PURCHASE,FARM BOY KANATA,71.33 → -71.33
    2025-04-22,RETURN,TIRE STORE KANATA,-33.89 → 33.89
    2025-04-24,PAYMENT,PAYMENT - THANK YOU,-275.00 → 275
    2025-05-08,FEE,CASH ADVANCE FEE,4.00 → -4
    2025-05-11,INTEREST,INTEREST CHARGES,1.18 → -1.18
    ⇒ warns: money out is positive
  `;

  reads('knows the sides of orders in Japanese')`
    約定日,銘柄名,売買区分,受渡金額
    2025/1/10,トヨタ自動車,買付,"295,500" → -295500
    2025/1/24,三菱UFJ,売付,"384,300" → 384300
    2025/2/15,上場投信,買付,"29,013" → -29013
  `;
});

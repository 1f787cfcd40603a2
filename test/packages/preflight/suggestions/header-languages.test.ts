import { expect } from 'chai';
import { reads } from './import-of.ts';
import { isEndBalance } from '#preflight/evidence/stated-balances';
import { stateOf } from '#preflight/suggestions/state-words';
import { matchHeader } from '#preflight/suggestions/header-words';
import type { ColumnRole } from '#preflight/suggestions/vocabulary';

/** Date, text, money out, money in, one amount, balance and currency, as banks head their columns. */
const ROLES: ColumnRole[] = ['date', 'name', 'outflow', 'inflow', 'amount', 'balance', 'currency'];
const LANGUAGES: Record<string, string> = {
  Hungarian: 'Tranzakció napja|Kedvezményezett|Kifizetés|Befizetés|Összeg|Egyenleg|Devizanem',
  Bulgarian: 'Дата|Основание|Дебит|Кредит|Сума|Салдо|Валута',
  Macedonian: 'Датум на книжење|Цел на дознака|Должи|Побарува|Износ|Состојба|Валута',
  Icelandic: 'Dagsetning|Skýring|Úttekt|Innborgun|Upphæð|Staða|Gjaldmiðill',
  Slovene: 'Datum knjiženja|Namen plačila|V breme|V dobro|Znesek|Stanje|Valuta',
  Serbian: 'Datum knjiženja|Svrha plaćanja|Duguje|Potražuje|Iznos|Stanje|Valuta',
  Latvian: 'Datums|Maksājuma mērķis|Debets|Kredīts|Summa|Atlikums|Valūta',
  Lithuanian: 'Data|Mokėtojo arba gavėjo pavadinimas|Debetas|Kreditas|Suma|Likutis|Valiuta',
  Estonian: 'Kuupäev|Selgitus|Deebet|Kreedit|Summa|Jääk|Valuuta',
  Slovak: 'Dátum zaúčtovania|Prijemca|Má dáti|Dal|Suma|Zostatok|Mena',
  Korean: '거래일시|적요|출금액|입금액|거래금액|거래후잔액|통화',
  Hebrew: 'תאריך|תיאור|חובה|זכות|סכום|יתרה|מטבע',
  Indonesian: 'Tanggal|Keterangan|Keluar|Masuk|Jumlah|Saldo|Mata Uang',
  Thai: 'วันที่|รายละเอียด|ถอนเงิน|ฝากเงิน|จำนวนเงิน|ยอดคงเหลือ|สกุลเงิน',
  Georgian: 'თარიღი|დანიშნულება|დებეტი|კრედიტი|თანხა|ნაშთი|ვალუტა',
  Armenian: 'Ամսաթիվ|Նպատակ|Դեբետ|Կրեդիտ|Գումար|Մնացորդ|Արժույթ',
  Azerbaijani: 'Tarix|Təyinat|Məxaric|Mədaxil|Məbləğ|Qalıq|Valyuta',
  Kazakh: 'Күні|Төлем мақсаты|Шығыс|Кіріс|Сомасы|Қалдық|Валюта',
  Mongolian: 'Огноо|Гүйлгээний утга|Зарлага|Орлого|Дүн|Үлдэгдэл|Валют',
  Persian: 'تاریخ|شرح|برداشت|واریز|مبلغ|مانده|ارز',
  Hindi: 'दिनांक|विवरण|निकासी|जमा|राशि|शेष|मुद्रा',
  Swahili: 'Tarehe|Maelezo|Kutoa|Kuingia|Kiasi|Salio|Sarafu',
  Albanian: 'Data|Përshkrimi|Debit|Kredit|Shuma|Gjendja|Monedha',
};

describe('headers of banks', () => {
  for (const [language, headers] of Object.entries(LANGUAGES)) {
    it(`are known in ${language}`, () => {
      const unknown = headers
        .split('|')
        .filter((header, at) => matchHeader(header, ROLES[at] ?? 'date') < 0.4);
      expect(unknown).to.deep.equal([]);
    });
  }

  for (const header of ['交易日', '入账日', '記帳日', '帳務日期'])
    it(`are known to name a day: ${header}`, () => {
      expect(matchHeader(header, 'date')).to.be.greaterThan(0.7);
    });

  for (const header of ['Tegenpartij', 'Nume partener', 'Назив', 'Protistranka'])
    it(`are known to name the counterparty: ${header}`, () => {
      expect(matchHeader(header, 'payee')).to.be.greaterThan(0.7);
    });

  reads('takes a word for an amount behind what it is an amount of, where no blank separates them')`
    交易日期,摘要,提款金額,存款金額,結存金額
    2024/03/01,跨行存款,,"36,850.00","85,065.00" → 36850
    2024/03/04,卡片提款,"3,000.00",,"82,065.00" → -3000
    2024/03/05,水費,412.00,,"81,653.00" → -412
  `;

  reads('prefers the day of booking to that of the transaction in Swedish')`
    Bokföringsdatum;Transaktionsdatum;Typ;Text;Belopp
    2024-04-18;2024-04-17;Retur;H&M;299,00 → 2024-04-18
    2024-04-16;2024-04-13;Kortköp;NORWEGIAN;-896,12 → 2024-04-16
  `;

  reads('knows a fee in Turkish')`
    Tarih;Açıklama;Tutar;İşlem Ücreti;Bakiye
    20.04.2024;TRENDYOL;159,90;0,00;802,65 → 159.9
    18.04.2024;Mehmet Güneş;-300,00;7,99;642,75 → -307.99
    15.04.2024;Su Faturası;-186,30;0,00;950,74 → -186.3
    06.04.2024;Para Çekme;-500,00;12,50;1.137,04 → -512.5
  `;

  reads('prefers the day of booking to that of the transaction in Romanian')`
    Data inregistrare,Data tranzactiei,Descriere,Suma
    05/03/2024,03/03/2024,DEDEMAN,-214.79 → 2024-03-05
    18/03/2024,17/03/2024,Retur,214.79 → 2024-03-18
  `;

  reads('prefers the day of booking to that of the transaction in Russian')`
    Дата операции;Дата отражения по счёту;Описание;Сумма
    02.04.2024 19:20:44;04.04.2024;MAGNUM;-14385,00 → 2024-04-04
    06.04.2024 10:11:12;08.04.2024;HALYK;-50000,50 → 2024-04-08
  `;

  reads('prefers the day of booking to that of the transaction in Azerbaijani')`
    Əməliyyat tarixi;Hesablanma tarixi;Təyinat;Məbləğ (AZN);Komissiya (AZN);Qalıq (AZN)
    21.09.2024;23.09.2024;NETFLIX;-13.62;0.27;885.13 → 2024-09-23 -13.89 AZN
    18.09.2024;18.09.2024;Leyla;35.00;0.00;899.02 → 2024-09-18 35 AZN
    14.09.2024;16.09.2024;KONTAKT;79.99;0.00;864.02 → 2024-09-16 79.99 AZN
  `;

  reads('prefers the day of booking to that of the transaction in Armenian')`
    Գործարքի ամսաթիվ,Հաշվառման ամսաթիվ,Մուտք,Ելք,Մնացորդ,Նպատակ
    03/09/2024,04/09/2024,0.00,"12,450.00","21,910.40",Գնում → 2024-09-04
    07/09/2024,09/09/2024,0.00,"3,000.00","18,910.40",ATM → 2024-09-09
    16/09/2024,18/09/2024,"24,900.00",0.00,"43,810.40",ZIGZAG → 2024-09-18
  `;

  reads('prefers the day of processing to that of the transaction in Azerbaijani, too')`
    Əməliyyat tarixi;Emal tarixi;Təyinat;Məbləğ
    14.05.2025;16.05.2025;WOLT;-19.90 → 2025-05-16
    18.05.2025;20.05.2025;NETFLIX;-25.49 → 2025-05-20
  `;
});

describe('words for states and balances', () => {
  const LABELS = 'Nuevo saldo|Ný staða|आरंभिक शेष|前日残高|Số dư đầu|Uusi saldo|Краен баланс';
  for (const label of LABELS.split('|')) {
    it(`label no booking: ${label}`, () => {
      expect(isEndBalance(label)).to.equal(true);
    });
  }

  const STATES = {
    'Nog niet verwerkt': 'pending',
    'Chờ hạch toán': 'pending',
    不成立: 'not_booked',
  };
  for (const [word, state] of Object.entries({ ...STATES, Zain: undefined, 已记账: 'booked' })) {
    it(`say what a row is: ${word}`, () => {
      expect(stateOf(word)).to.equal(state);
    });
  }
});

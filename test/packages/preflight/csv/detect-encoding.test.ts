import { expect } from 'chai';
import iconv from 'iconv-lite';
import { utf8Text } from '#preflight/bytes';
import { decodeText } from '#preflight/csv/decode';
import { preflightCsv } from '#preflight/rows/judge-content';
import type { EncodingName } from '#preflight/csv/encodings';
import { sentences } from '../sentences.ts';

const NOW = new Date('2025-06-15');

/** A header and two rows, as short as the first export of a new account. */
const STATEMENTS: readonly [EncodingName, string][] = [
  [
    'windows-1251',
    'Дата;Описание;Сумма\n14.03.2025;Перевод от Ивана;1200,00\n15.03.2025;Магнит;-350,50\n',
  ],
  [
    'windows-1251',
    'Дата;Опис операції;Залишок\n14.03.2025;Сільпо;-250,00\n15.03.2025;Їжа;500,00\n',
  ],
  ['windows-1251', 'Date;Amount;Name\n2025-03-14;-100.00;Лента\n2025-03-15;-50.00;Кафе\n'],
  [
    'koi8-r',
    'Дата;Описание;Сумма\n14.03.2025;Перевод от Ивана;1200,00\n15.03.2025;Магнит;-350,50\n',
  ],
  ['koi8-r', 'ДАТА;СУММА;ПОЛУЧАТЕЛЬ\n14.03.2025;-100,00;ВЫМПЕЛКОМ\n15.03.2025;-50,00;МАГНИТ\n'],
  [
    'iso-8859-5',
    'Дата операции;Сумма;Назначение\n14.03.2025;-350,20;Магазин\n15.03.2025;5,00;Оклад\n',
  ],
  [
    'ibm866',
    'Дата;Описание;Сумма\n14.03.2025;Перевод от Ивана;1200,00\n15.03.2025;Магнит;-350,50\n',
  ],
  [
    'windows-1253',
    'Ημερομηνία;Περιγραφή;Ποσό\n14/03/2025;Πληρωμή ΔΕΗ;-60,00\n15/03/2025;Σκλαβενίτης;-45,30\n',
  ],
  [
    'windows-1254',
    'Tarih;Açıklama;Tutar\n14.03.2025;Maaş ödemesi;25.000,00\n15.03.2025;Kadıköy alışveriş;-450,75\n',
  ],
  ['windows-1255', 'תאריך,תיאור,סכום\n14/03/2025,משכורת,8000.00\n15/03/2025,שופרסל דיל,-250.40\n'],
  [
    'windows-1256',
    'التاريخ,الوصف,المبلغ\n14/03/2025,تحويل راتب,5000.00\n15/03/2025,سحب نقدي,-500.00\n',
  ],
  [
    'windows-1257',
    'Data;Gavėjas;Suma\n2025-03-14;Jonas Žemaitis;-300,00\n2025-03-15;Už nuomą;-25,10\n',
  ],
  ['windows-874', 'วันที่,รายการ,จำนวนเงิน\n14/03/2025,เงินเดือน,25000.00\n15/03/2025,ค่าไฟฟ้า,-900.00\n'],
  [
    'macintosh',
    'Date;Libellé;Débit\n14/03/2025;Café de la Gare;4,50\n15/03/2025;Électricité;89,00\n',
  ],
  [
    'macintosh',
    'Buchungstag;Empfänger;Betrag\n14.03.2025;Bäckerei Müller;-7,80\n15.03.2025;Jürgen Weiß;50,00\n',
  ],
  [
    'windows-1252',
    'Date,Details,Paid out,Paid in\n14 Mar 2025,Rent,£420.00,\n15 Mar 2025,Pay,,£50.00\n',
  ],
  ['gb18030', '日期,摘要,金额\n2025-03-14,工资,12000.00\n2025-03-15,超市购物,-230.00\n'],
  ['big5', '日期,說明,金額\n2025/03/14,便利商店,-89\n2025/03/15,提款,-3000\n'],
  ['euc-kr', '날짜,내용,금액\n2025-03-14,이마트 장보기,-45000\n2025-03-15,지하철,-1400\n'],
  ['shift_jis', '日付,内容,金額\n2025/03/14,スーパー,-1200\n2025/03/15,家賃,-70000\n'],
  ['shift_jis', '佐藤　様,4980,Ｂｌｕｅ／カード\n2026/03/06,ＡＰＰ　ＳＴＯＲＥ　ＪＡＰＡＮ,1280\n'],
  ['euc-jp', '日付,内容,金額\n2025/03/14,スーパー,-1200\n2025/03/15,家賃,-70000\n'],
];

describe('the encoding of a short statement', () => {
  for (const [encoding, text] of STATEMENTS) {
    it(`is found by its letters, and taken when it was sent: ${encoding}, ${text.slice(0, text.indexOf('\n'))}`, () => {
      const content = iconv.encode(text, encoding);
      for (const { bytes, warnings, ...found } of [
        decodeText(content),
        decodeText(content, encoding),
      ]) {
        expect(utf8Text(bytes)).to.equal(text);
        expect(found.encoding).to.equal(encoding);
        expect(warnings).to.deep.equal([]);
      }
      const report = preflightCsv(content, 'TransactionImport', { encoding }, NOW);
      expect(report.errors.map(({ code }) => code)).not.to.include('validation_failed');
    });
  }

  for (const name of ['VIREMENT MARIE LEFÈVRE', 'Caffè Città', 'Kjøp Bærum', 'Greiðsla']) {
    it(`is Windows-1252 where a single name leaves it open: ${name}`, () => {
      const text = `Date;Text;Amount\n2025-03-14;${name};80.20\n`;
      expect(utf8Text(decodeText(iconv.encode(text, 'windows-1252')).bytes)).to.equal(text);
    });
  }

  it('is Windows-1252 where there are only no-break spaces, lines of them, too', () => {
    const text = `${'\u00a0'.repeat(40)}\nDate:\u00a028/05/2024\nAmount:\u00a0-3.00\u00a0GBP\n`;
    const { encoding, warnings } = decodeText(iconv.encode(text, 'windows-1252'));
    expect([encoding, warnings]).to.deep.equal(['windows-1252', []]);
  });

  it('is doubted aloud where two explain the bytes alike, or none does', () => {
    const noise = Uint8Array.from({ length: 400 }, (_, at) => 0x80 + ((at * 89) % 127));
    const unlike = iconv.encode('Date,Amount,Details\n2025-03-14,-20.00,港鐵\n', 'big5');
    for (const bytes of [noise, unlike]) {
      expect(sentences(decodeText(bytes)).join()).to.match(/send encoding if they are wrong/);
    }
  });
});

import { directionOfText } from './direction-words.ts';
import { plainWords } from './header-words.ts';

/** Ways to pay and kinds of bookings that name no direction, as banks print them before the other party or in a separate column. */
const KINDS =
  /(?<!\p{L})(?:transfer|transfers|e transfer|trf|tfr|wire|payment|paynow|fps|eft|ibft|ach|pos|nets|interac|visa debit|sepa|imps|neft|ordre|ordres|auftrag|standing order|lohnzahlung|geldautomatbezug|bancomatbezug|barbezug|kobt|solgt|udbytte|udbytteskat|rente|renter|debetrente|udbetaling|buy|sell|bought|sold|upi|rtgs|swish|spei|pix|ted|doc|cheque|check|interest|tax|wht|dividend|purchase|conversion|withdrawal|uberweisung|zahlung|giroauftrag|zinsen|steuer|virements?|prelevements?|retraits?|paiements?|cheque|interets|bonifico|giroconto|imposta|prelevamento|prelievo|canone|transferencia|traspaso|pago|pagos|domiciliacion|extraccion|acreditacion|haberes|impuesto|nomina|retencion|boleto|tarifa|overboeking|overschrijving|koop|verkoop|aankoop|storting|onttrekking|opdracht|geldopname|domiciliering|bancontact|instantoverschrijving|overforing|overforsel|autogiro|giro|tilisiirto|siirto|przelew|prevod|platba kartou|nakup|vyber|vklad|popl|poplatek|poplatok|uhrada|prikaz|inkaso|utalas|transferul|cumparare|incasare|havale|перевод|переказ|превод|плащане|плаћање|уплата|рачун|накнада|закуп|зарада|подизање|μεταφορα|tehing|ulekanne|parskaitijums|parvedimas|millifaersla|millifærsla|debetkort|greiðsluseðill|kortanotkun|hraðbanki|þjónustugjald|færslugjold|innborgun|verslun|reikningur|laun|chuyen khoan|setoran|tarikan)(?!\p{L})/u;

/** The same in scripts that do not separate words. */
const UNSPACED_KINDS = `
振込 振替 转账 轉帳 转帐 이체 העברה עמלה עמלות משכורת הפקדה משיכה קבע פקדון ריבית שיק משיכת הו"ק تحويل โอน ชำระ ถอน เงินเดือน ค่าธรรมเนียม ซื้อสินค้า 薪資 薪水 工資 消費 消费 在线支付 快捷支付 还款 代扣 代繳 扣款 提款 转入 轉入 转出 轉出 交割 手续费 手續費 送金 口座`
  .trim()
  .split(/\s+/)
  .map(plainWords);

/** A longer text also names the other party. */
const WORDS_MAX = 4;

/** Whether a text only says what kind of booking it is: "POS purchase", "Transferencia recibida". */
export function isKindOfBooking(text: string): boolean {
  const plain = plainWords(text);
  if (plain === '' || plain.split(' ').length > WORDS_MAX) return false;
  const isKind = KINDS.test(plain) || UNSPACED_KINDS.some((word) => plain.includes(word));
  return isKind || directionOfText(text) !== undefined;
}

import { currencyOf, isMoney } from '../currencies.ts';

/**
 * What people write for a currency besides its code, in lower case and without the full stop of an abbreviation. A mark
 * that several codes share does not tell them apart.
 */
const MARKS = new Map<string, readonly string[]>(
  Object.entries({
    'MXN ARS CLP COP UYU DOP PHP': 'pesos peso',
    EUR: '€ euro euros euroa ευρώ евро 欧元 歐元',
    GBP: '£ 英镑 英鎊',
    USD: 'us$ u$s dólares dolares dólar dolar estadounidenses 美元 美金',
    CAD: 'ca$ 加元 加拿大元',
    AUD: 'a$ au$ 澳元 澳大利亚元',
    NZD: 'nz$',
    HKD: 'hk$ 港币 港幣 港元',
    TWD: 'nt$ 新台幣 新臺幣',
    SGD: 's$ 新加坡元',
    MXN: 'mx$ mexicanos mexicano',
    ARS: 'ar$ argentinos argentino',
    CLP: 'cl$ chilenos chileno',
    COP: 'col$ colombianos colombiano',
    BRL: 'r$ reais',
    GTQ: 'quetzales q.',
    HNL: 'lempiras lps l.',
    BOB: 'bolivianos',
    'UYU USD': '$u',
    DOP: 'rd$ dominicanos dominicano',
    JMD: 'j$',
    NAD: 'n$',
    TTD: 'tt$',
    BBD: 'bds$',
    XCD: 'ec$',
    FJD: 'fj$',
    'CAD NIO': 'c$',
    'USD CAD AUD NZD HKD TWD SGD MXN ARS CLP COP UYU': '$',
    'DKK NOK SEK ISK': 'kr',
    'INR PKR LKR NPR MUR': 'rs ₨',
    'JPY CNY': '¥ ￥',
    // Shift_JIS and EUC-KR have these signs in the place of the backslash.
    'JPY KRW': '\\',
    'CNY TWD HKD': '元',
    'TWD HKD': '圓',
    'RUB BYN': 'руб р',
    'ETB BYN': 'br',
    'BWP PHP': 'p.',
    'XOF XAF': 'fcfa cfa',
    'RON MDL': 'lei лей',
    'BOB VES': 'bs. bs',
    'AED MAD': 'dh درهم',
    'SAR QAR OMR YER': 'ريال',
    'KWD BHD JOD IQD TND': 'دينار',
    'EGP SDG SYP': 'جنيه',
    CNY: '圆 rmb 人民币',
    JPY: '円 日元 日圆 日圓',
    KRW: '₩ 원 韩元 韓元',
    RUB: '₽ rub',
    UAH: '₴ грн гривень',
    KZT: '₸ тг тенге',
    KGS: 'сом som ⃀',
    UZS: "сум сўм so'm",
    AZN: '₼ ман',
    GEL: '₾ ლარი',
    AMD: '֏ драм',
    TRY: '₺ tl',
    ILS: '₪ nis ש"ח ש״ח בש"ח شيكل',
    INR: '₹',
    BDT: '৳ tk',
    VND: '₫ đ vnđ',
    THB: '฿ บาท',
    PHP: '₱',
    KHR: '៛',
    LAK: '₭',
    MNT: '₮',
    IDR: 'rp',
    MYR: 'rm',
    NGN: '₦',
    GHS: '₵ gh₵ gh¢',
    KES: 'ksh',
    TZS: 'tsh',
    UGX: 'ush',
    CRC: '₡ colones',
    PAB: 'b/',
    AOA: 'kz',
    MZN: 'mt',
    BAM: 'km',
    BTN: 'nu',
    'EGP SLE': 'le',
    PYG: '₲ gs',
    PEN: 's/ soles',
    PLN: 'zł zl',
    CZK: 'kč kc',
    HUF: 'ft',
    CHF: 'fr sfr',
    HRK: 'kn',
    BGN: 'лв лев лева',
    RSD: 'din дин',
    MKD: 'den ден',
    AED: 'dhs د.إ',
    SAR: 'sr ر.س',
    KWD: 'د.ك',
    QAR: 'ر.ق qr',
    BHD: 'د.ب',
    OMR: 'ر.ع',
    EGP: 'ج.م',
    MAD: 'د.م',
    DZD: 'د.ج da',
    TND: 'د.ت',
    IRR: 'ریال',
  }).flatMap(([codes, marks]) => marks.split(' ').map((mark) => [mark, codes.split(' ')] as const)),
);

/** Single letters, which are marks only in front of an amount with decimals. */
const LETTERS: Partial<Record<string, readonly string[]>> = {
  e: ['SZL'],
  k: ['ZMW', 'PGK', 'MMK'],
  l: ['HNL'],
  n: ['NGN'],
  q: ['GTQ'],
  r: ['ZAR'],
};
const LETTER_AND_DECIMALS = /^[+-]?\s?(\p{L})\s?[+-]?\s?\d[\d.,\s]*[.,]\d{2}$/u;

/** The currencies that a single letter in front of an amount may mean: `R1,234.50`. */
export function currenciesOfLetter(amount: string): readonly string[] | undefined {
  return LETTERS[LETTER_AND_DECIMALS.exec(amount)?.[1]?.toLowerCase() ?? ''];
}

/** Signs that the list lacks, pairs of signs, and letters before a sign: money of an unnamed currency. */
const SOME_SIGN = /^(?:\p{Sc}{1,2}|\p{L}{1,3}\p{Sc})$/u;

/** Codes that are also words in headers. */
const WORDS: ReadonlySet<string> = new Set(
  'ALL BAM COP CUP GEL LAK MAD PEN SOS TOP TRY'.split(' '),
);

/** The currencies that a code or a mark may mean; an empty list for a sign of an unknown one, undefined for other texts. */
export function currenciesOf(mark: string): readonly string[] | undefined {
  // A sign after a code adds nothing: CAD$.
  const code = currencyOf(mark.length > 3 ? mark.replace(/(?<=^.{3})\p{Sc}$/u, '') : mark);
  if (code !== undefined) return [code];
  const lower = mark.toLowerCase();
  return (
    MARKS.get(lower) ??
    MARKS.get(lower.replace(/\.$/, '')) ??
    (SOME_SIGN.test(mark) ? [] : undefined)
  );
}

/** A word that is no code, with more behind it. */
const NAME = /^\p{L}{4,}(?=\s)/u;

/** The currencies that a cell of a column of currencies may mean, which may say more behind the name of one: `Dólares C.V. 7000`. */
export function currenciesOfCell(cell: string): readonly string[] | undefined {
  return currenciesOf(cell) ?? currenciesOf(NAME.exec(cell)?.[0] ?? '');
}

/** The codes that two marks share; those of the first one if they contradict each other. */
export function narrow(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const both = one.filter((code) => other.includes(code));
  return both.length > 0 ? both : one;
}

const AROUND_NUMBERS =
  /[\d\s+()\-\u00a0\u2010-\u2015\u2212\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/u;

const BARE_NUMBER = /^[-+(]?\d[\d.,]*\)?$/;

/** The currencies that the marks around a number may mean; undefined without marks. */
export function currenciesAround(amount: string): readonly string[] | undefined {
  if (BARE_NUMBER.test(amount)) return undefined;
  const marked = amount
    .split(AROUND_NUMBERS)
    .map((mark) => (/^[.,'’]*$/u.test(mark) ? undefined : currenciesOf(mark)))
    .reduce(narrow, undefined);
  return marked ?? currenciesOfLetter(amount);
}

/** A mark alone, in brackets or with a sign: letters alone may be words of any language. */
const IN_BRACKETS = /[([（]([^()[\]（）]+)[)\]）]/u;
const HAS_SIGN = /[^\p{L}\p{N}.,:;'_-]/u;

/** A mark after an amount with decimals, and a code after an account number: neither is a word. */
const BEHIND_NUMBER = /\d(?:[.,]\d{2} ?(?=\S{1,5}$)| ?[–-]? ?(?=[A-Z]{3}$))([^\s\d]+)$/u;

/** The currencies that a header or a line above the table names, such as `Amount (EUR)`, `CAD$` or `Saldo: 12,00 TL`. */
export function currenciesNamed(text: string): readonly string[] | undefined {
  const inBrackets = IN_BRACKETS.exec(text)?.[1];
  const bracketed = inBrackets === undefined ? undefined : currenciesOf(inBrackets.trim());
  if (bracketed !== undefined) return bracketed;
  const last = BEHIND_NUMBER.exec(text.trim())?.[1];
  const behind = last === undefined ? undefined : currenciesOf(last);
  if (behind !== undefined) return behind;
  return text
    .split(/[\s\d()[\]（）:;,_=*+-]+|(?<!\p{L})"|"(?!\p{L})/u)
    .map((word) => {
      const isCode = isMoney(word) && !WORDS.has(word);
      const isMark =
        HAS_SIGN.test(word) || /^(?:euro|d[oó]lares$)/i.test(word) || /^\p{Lo}{2,}$/u.test(word);
      return isCode || isMark ? currenciesOf(word) : undefined;
    })
    .reduce(narrow, undefined);
}

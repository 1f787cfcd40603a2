/**
 * A quick test: each notation below has one of these signs: brackets, a decimal separator, a dash, or a plus or letter
 * after a digit.
 */
const ACCOUNTING_SIGNS = /[(.,/▲△\u2010-\u2015\u2212-]|\d.{0,5}\+|\d.{0,5}[cdhs][rb]?\.?$/iu;
const BRACKETS = /^([^()]*)\(([^()]+)\)([^()]*)$/u;
/** `1000,-`, `1'000.--`, `5.—`, `500/-` and `500/=`: no cents. */
const DECIMAL_DASH = /(\d[.,])\s?(?:--?|[\u2013\u2014])(?=\D*$)/u;
const STROKE_DASH = /(\d)\/[-=]$/u;
/** `4 500-00`: cents after a hyphen. A year and a month look the same. */
const HYPHEN_CENTS = /^(\D*\d[\d\s]*)-(\d{2})(?=\D*$)/u;
const YEAR_AND_MONTH = /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/u;
const TRAILING_MINUS = /^([^-]*\d[^\d\-\u2010-\u2015\u2212]*)[-\u2010-\u2015\u2212](\D*)$/u;
/** A plus sign after the number, in files that also write the minus after it. */
const TRAILING_PLUS = /^([^+-]*\d[^\d+-]*)\+([^\d+-]*)$/u;
/** A typographic minus, or the triangle of Japanese bookkeeping. */
const LEADING_DASH = /^([^\d+-]*)[\u2010-\u2015\u2212▲△]/u;
/** Debit or credit after the number: `5.00 CR`, `5.00DR`, `5,00 S` and `5,00 H` for Soll and Haben. */
const SIDED = /^(.*\d[.,]?(?:\s?\p{L}{3})?)\s?(cr|dr|db|[cdhs])\.?$/iu;
/** The same in brackets, with the letters of Turkish banks: `5,00 (B)` for Borç and `5,00 (A)` for Alacak. */
const SIDE_IN_BRACKETS = /^(.*\d[.,]?)\s?\((cr|dr|db|[abcdhs])\)$/iu;
/** `204,17(-)`: a refund on a Turkish card. */
const SIGN_IN_BRACKETS = /\(([+-])\)$/u;
const OUT_SIDES: ReadonlySet<string> = new Set(['dr', 'db', 'd', 's', 'b']);
/** Group separators that a wrong encoding destroyed, before a decimal separator that survived. */
const LOST_GROUPS = /^(\D*\d{1,3})((?:\ufffd\d{3})+)(?=[.,]\d{1,2}\D*$)/u;
const LEADING_DECIMAL = /(^|[\s+\p{Sc}-])([.,]\d)/u;

/** Rewrites accounting notation as a plain sign and digits; undefined for any other notation. */
export function fromAccounting(text: string): string | undefined {
  if (!ACCOUNTING_SIGNS.test(text)) return undefined;
  const unwrapped = text.replace(SIGN_IN_BRACKETS, '$1');
  const comma = YEAR_AND_MONTH.test(text) ? text : unwrapped.replace(HYPHEN_CENTS, '$1,$2');
  const [, sided = comma, side = ''] = SIDED.exec(comma) ?? SIDE_IN_BRACKETS.exec(comma) ?? [];
  if (side !== '' && /[+-]/u.test(sided)) return undefined;
  const whole = sided.replace(
    LOST_GROUPS,
    (_, first: string, groups: string) => first + groups.replaceAll('\ufffd', ''),
  );
  const bare = whole.replace(BRACKETS, '$1$2$3');
  const cents = bare
    .replace(STROKE_DASH, '$1')
    .replace(DECIMAL_DASH, (_, units: string) => `${units}00`);
  const unsigned = cents.replace(TRAILING_PLUS, '$1$2').replace(TRAILING_MINUS, '$1$2');
  const plain = unsigned
    .replace(LEADING_DASH, '$1-')
    .replace(LEADING_DECIMAL, (_, before: string, decimal: string) => `${before}0${decimal}`)
    .trim();
  const negations =
    Number(bare !== whole) +
    Number(TRAILING_MINUS.test(cents)) +
    Number(OUT_SIDES.has(side.toLowerCase()));
  if (negations === 0) return plain === text ? undefined : plain;
  return negations > 1 || /[+-]/u.test(plain) ? undefined : `-${plain}`;
}

import { isDigit } from '../bytes.ts';
import { isoDay, MONTH_NAMES } from '../days.ts';

/** Names of months as banks write them, by month; a text may have only the first letters. Accents are removed here. */
const MONTHS = [
  'january januar janvier enero janeiro gennaio januari ianuarie tammikuu styczen stycznia leden ledna januara sijecanj ocak янв січ ιαν jaanuar janvaris sausio gener janar яну јан',
  'february februar fevrier febrero fevereiro febbraio februari februarie helmikuu luty lutego unor unora februara veljaca subat фев лют φεβ veebruar februaris vasario febrer shkurt феб',
  'march marz mars marzo marco maart martie maaliskuu marts marzec marca brezen brezna mart maret мар бер μαρ mrt marcius kovo mac maret',
  'april avril abril aprile aprilie huhtikuu kwiecien kwietnia duben dubna aprila travanj nisan апр кві απρ aprill aprilis balandzio prill',
  'may mai mayo maio maggio mei maj toukokuu kveten kvetna maja svibanj mayis май мая тра μαι majus maijs geguzes maig мај',
  'june juni juin junio junho giugno iunie kesakuu czerwiec czerwca cerven cervna juna lipanj haziran июн чер ιουν juuni junius junijs birzelio juny qershor јун',
  'july juli juillet julio julho luglio iulie heinakuu lipiec lipca cervenec cervence jula srpanj temmuz июл лип ιουλ juuli julius julijs liepos juliol korrik јул',
  'august aout agosto augustus augusti elokuu sierpien sierpnia srpen srpna augusta kolovoz agustos agustus авг сер αυγ augusztus augusts rugpjucio agost gusht ogos agt',
  'september septembre septiembre setembro settembre septembrie syyskuu wrzesien wrzesnia zari septembra rujan eylul сен вер σεπ szeptember septembris rugsejo setembre shtator',
  'october oktober octobre octubre outubro ottobre octombrie lokakuu pazdziernik pazdziernika rijen rijna oktobra listopad ekim окт жов οκτ oktoober oktobris spalio tetor',
  'november novembre noviembre novembro noiembrie marraskuu listopada listopadu novembra studeni kasim ноя νοε lapkricio nentor',
  'december dezember decembre diciembre dezembro dicembre desember decembrie joulukuu grudzien grudnia prosinec prosince decembra prosinac aralik дек гру δεκ detsember decembris gruodzio dhjetor disember дец',
].map((names) => names.split(' '));
const LETTERS_MIN = 3;

/** The English short name of the month that a word can mean; undefined if it can mean none or several. */
function monthOf(word: string): string | undefined {
  const plain = word
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<!и)\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/ı/gu, 'i');
  if (plain.length < LETTERS_MIN) return undefined;
  const fits = MONTHS.flatMap((names, month) =>
    names.some((name) => name.startsWith(plain) || (/[^a-z]/.test(name) && plain.startsWith(name)))
      ? [month]
      : [],
  );
  const whole = fits.filter((month) => MONTHS[month]?.includes(plain));
  const [only, more] = whole.length > 0 ? whole : fits;
  return only === undefined || more !== undefined ? undefined : MONTH_NAMES[only]?.slice(0, 3);
}

function isEnglish(word: string): boolean {
  const plain = word.toLowerCase();
  return (
    plain === 'sept' || MONTHS.some(([name = '']) => plain === name || plain === name.slice(0, 3))
  );
}

const NAMED_MONTH =
  /^(\d{1,2})(\.?)(?: de)?([ /-]|\.(?=\p{L})|(?<=\d))(\p{L}{3,12})\.?(?: de)?(?:,? |\3)(\d{4}|\d{2})(?!\d)(?: г\.?|\.(?= |$))?/u;
/** The shortest is `May 1 2024`. */
const MONTH_FIRST_CHARS_MIN = 10;
const MONTH_FIRST = /^(\p{L}{3,12})\.?(?= \d{1,2},? \d{4})/u;
const YEAR_FIRST = /^(\d{4})(?:\. |-| )(\p{L}{3,12})(?:\. |-| )(\d{1,2})\.?(?!\d)/u;
/** Blanks after the full stops of a date in figures: 15. 1. 2024. */
const SPACED_POINTS = /^(\d{1,4}\.) (\d{1,2}\.) ?(?=\d|$|\s)/;
/** Years of the Republic of China count from 1912: 114/03/01 or 1140301. */
const ROC_YEAR =
  /^(1\d\d)(?=([-/.])\d{1,2}\2\d{1,2}(?!\d)|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$)/;
const ROC_ZERO = 1911;
/** Years of the Buddhist calendar, 2400 to 2699, which cannot be Gregorian years of a booking. */
const BUDDHIST_YEAR = /^(\d{1,2}[-/. ]\d{1,2}[-/. ])?(2[456]\d\d)(?![\d:])/;
export const BUDDHIST_ZERO = 543;
/** Years of the Persian calendar, 1300 to 1499: 1403/01/15. */
const PERSIAN_DAY = /^(1[34]\d\d)([-/.])(0?[1-9]|1[0-2])\2(0?[1-9]|[12]\d|3[01])(?!\d)/;

/** The signs for year, month and day in Chinese, Japanese and Korean: 2025年2月16日. */
const SIGNED = / ?[年년] ?(\d{1,2}|%[me]) ?[月월] ?(\d{1,2}|%[de]) ?[日일]/;

/** A date or a pattern with slashes instead of the signs for year, month and day. */
export function slashed(text: string): string {
  return /[年년]/.test(text) ? text.replace(SIGNED, '/$1/$2') : text;
}

/** A date with a month in another language, or in the calendar of Thailand, Taiwan or Iran, as an English Gregorian one. */
export function gregorian(date: string): string {
  const text = slashed(date);
  if (!isDigit(text.charCodeAt(0))) return monthFirst(text);
  const persian = PERSIAN_DAY.exec(text);
  if (persian !== null) {
    const [all, year, sign = '', month, day] = persian;
    const own = ofPersian(Number(year), Number(month), Number(day));
    return own.replaceAll('-', sign) + text.slice(all.length);
  }
  const roc = ROC_YEAR.exec(text);
  if (roc !== null) return `${Number(roc[1]) + ROC_ZERO}${text.slice(3)}`;
  const buddhist = BUDDHIST_YEAR.exec(text);
  if (buddhist !== null) {
    const [all, before = '', year] = buddhist;
    return `${before}${Number(year) - BUDDHIST_ZERO}${text.slice(all.length)}`;
  }
  // "Of the year" in Bulgarian and Russian: 02.01.2024 г.
  if (/^\d[\d./-]*\d ?г\.?$/u.test(text)) return text.replace(/ ?г\.?$/u, '');
  const isSpaced = text.includes('. ') && SPACED_POINTS.test(text);
  return isSpaced ? text.replace(SPACED_POINTS, '$1$2') : inEnglish(text);
}

/** The first year of a cycle of 33 years, eight of them leap years, and its first day in days since 1970-01-01. */
const CYCLE_START = -1595;
const CYCLE_START_DAY = -1_075_195;
const CYCLE_YEARS = 33;
const LEAP_YEARS = 8;

function ofPersian(year: number, month: number, day: number): string {
  const years = year - CYCLE_START;
  const leapYears =
    Math.floor(years / CYCLE_YEARS) * LEAP_YEARS + Math.floor(((years % CYCLE_YEARS) + 3) / 4);
  const months = month < 7 ? (month - 1) * 31 : (month - 1) * 30 + 6;
  return isoDay(CYCLE_START_DAY + years * 365 + leapYears + months + day - 1);
}

function monthFirst(text: string): string {
  const match = text.length < MONTH_FIRST_CHARS_MIN ? null : MONTH_FIRST.exec(text);
  if (match === null) return text;
  const [first, name = ''] = match;
  return isEnglish(name) ? text : (monthOf(name) ?? name) + text.slice(first.length);
}

/** A date with its month in English and without the full stops of abbreviations; other texts unchanged. */
function inEnglish(text: string): string {
  const named = NAMED_MONTH.exec(text);
  if (named !== null) {
    const [all, day = '', point, between, word = '', year = ''] = named;
    const sign = between === '.' ? ' ' : between;
    const isWord = isEnglish(word);
    if (isWord && point === '' && sign === between && !all.endsWith('.')) return text;
    const month = isWord ? word : monthOf(word);
    if (month === undefined) return text;
    return [day, month, year].join(sign) + text.slice(all.length);
  }
  const [all, year = '', word = '', day = ''] = YEAR_FIRST.exec(text) ?? [];
  const month = all === undefined ? undefined : monthOf(word);
  return all === undefined || month === undefined
    ? text
    : `${day} ${month} ${year}${text.slice(all.length)}`;
}

/** The languages of which the names of weekdays are known. */
const LOCALES =
  'en de fr es it pt nl sv da nb fi is pl cs sk hu ro bg hr sr sl ru uk el tr et lv lt ja ko zh vi id th he ar'.split(
    ' ',
  );
/** 2024 began on a Monday. */
const FIRST_MONDAY = Date.UTC(2024, 0, 1);

/** Weekdays, whole and shortened, and the abbreviations of "year" that Polish and Bulgarian put behind a date. */
let weekdays: ReadonlySet<string> | undefined;

function isWeekday(word: string): boolean {
  weekdays ??= new Set([
    'r',
    'г',
    ...LOCALES.flatMap((locale) =>
      (['long', 'short'] as const).flatMap((weekday) => {
        const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' });
        return Array.from({ length: 7 }, (_, day) =>
          format
            .format(FIRST_MONDAY + day * 86_400_000)
            .toLowerCase()
            .replace('.', ''),
        );
      }),
    ),
  ]);
  return weekdays.has(word.toLowerCase());
}

/** A word next to a whole date: collecting the weekdays takes some 50 ms, and other texts need none. */
const WORD_BEFORE =
  /^([\p{L}\p{M}]+)(?:\.?,? |,)(?=\d{1,4}[./-]\d{1,2}[./-]\d|\d{1,2}\.? ?\p{L}{3,}\.? ?\d{2}|\p{L}{3,}\.? \d{1,2},? \d{4})/u;
const WORD_BEHIND =
  /^(\d{1,4}[./-]\d{1,2}[./-]\d{2,4}\.?|\d{1,2}\.? \p{L}+\.? \d{4})(?:,? ?\(|,? |,)([\p{L}\p{M}]+)\.?\)?$/u;

/** The date without the weekday before or behind it: "Mon, 03 Mar 2025", "2019.03.14., cs", "2025/03/03(月)". */
export function withoutWeekday(text: string): string {
  if (isDigit(text.charCodeAt(0)) && isDigit(text.charCodeAt(text.length - 1))) return text;
  const [all, before = ''] = WORD_BEFORE.exec(text) ?? [];
  if (all !== undefined && isWeekday(before)) return text.slice(all.length);
  const [, date, behind = ''] = WORD_BEHIND.exec(text) ?? [];
  return date !== undefined && isWeekday(behind) ? date : text;
}

/** Names of months as banks write them, by month; a name may be cut to its first letters, and has no accents here. */
const MONTHS = [
  'january januar janvier enero janeiro gennaio januari ianuarie tammikuu styczen stycznia leden ledna januara sijecanj ocak янв січ ιαν',
  'february februar fevrier febrero fevereiro febbraio februari februarie helmikuu luty lutego unor unora februara veljaca subat фев лют φεβ',
  'march marz mars marzo marco maart martie maaliskuu marts marzec marca brezen brezna mart maret мар бер μαρ',
  'april avril abril aprile aprilie huhtikuu kwiecien kwietnia duben dubna aprila travanj nisan апр кві απρ',
  'may mai mayo maio maggio mei maj toukokuu kveten kvetna maja svibanj mayis май мая тра μαι',
  'june juni juin junio junho giugno iunie kesakuu czerwiec czerwca cerven cervna juna lipanj haziran июн чер ιουν',
  'july juli juillet julio julho luglio iulie heinakuu lipiec lipca cervenec cervence jula srpanj temmuz июл лип ιουλ',
  'august aout agosto augustus augusti elokuu sierpien sierpnia srpen srpna augusta kolovoz agustos agustus авг сер αυγ',
  'september septembre septiembre setembro settembre septembrie syyskuu wrzesien wrzesnia zari septembra rujan eylul сен вер σεπ',
  'october oktober octobre octubre outubro ottobre octombrie lokakuu pazdziernik pazdziernika rijen rijna oktobra listopad ekim окт жов οκτ',
  'november novembre noviembre novembro noiembrie marraskuu listopada listopadu novembra studeni kasim ноя νοε',
  'december dezember decembre diciembre dezembro dicembre desember decembrie joulukuu grudzien grudnia prosinec prosince decembra prosinac aralik дек гру δεκ',
].map((names) => names.split(' '));
const ENGLISH = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const LETTERS_MIN = 3;

/** The English short name of a month that one month alone may be; undefined for other words. */
function monthOf(word: string): string | undefined {
  const plain = word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/ı/gu, 'i');
  if (plain.length < LETTERS_MIN) return undefined;
  const fits = MONTHS.flatMap((names, month) =>
    names.some((name) => name.startsWith(plain) || (/[^a-z]/.test(name) && plain.startsWith(name)))
      ? [month]
      : [],
  );
  const whole = fits.filter((month) => MONTHS[month]?.includes(plain));
  const [only, more] = whole.length > 0 ? whole : fits;
  return only === undefined || more !== undefined ? undefined : ENGLISH[only];
}

/** Whether a name is English already. */
function isEnglish(word: string): boolean {
  const plain = word.toLowerCase();
  return (
    plain === 'sept' || MONTHS.some(([name = '']) => plain === name || plain === name.slice(0, 3))
  );
}

const NAMED_MONTH = /^(\d{1,2})\.?(?: de)? (\p{L}{3,12})\.?(?: de)?,? (\d{4}|\d{2})(?!\d)/u;
/** Years of the Republic of China count from 1912: 114/03/01 or 1140301. */
const ROC_YEAR =
  /^(1\d\d)(?=([-/.])\d{1,2}\2\d{1,2}(?!\d)|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$)/;
const ROC_ZERO = 1911;
/** Years of the Buddhist calendar, 2400 to 2699, which no bank books in otherwise. */
const BUDDHIST_YEAR = /^(\d{1,2}[-/. ]\d{1,2}[-/. ])?(2[456]\d\d)(?![\d:])/;
export const BUDDHIST_ZERO = 543;

/** A date with a month named in another language, or in the calendar of Thailand or Taiwan, as an English Gregorian one. */
export function gregorian(text: string): string {
  const roc = ROC_YEAR.exec(text);
  if (roc !== null) return `${Number(roc[1]) + ROC_ZERO}${text.slice(3)}`;
  const buddhist = BUDDHIST_YEAR.exec(text);
  if (buddhist !== null) {
    const [all, before = '', year] = buddhist;
    return `${before}${Number(year) - BUDDHIST_ZERO}${text.slice(all.length)}`;
  }
  const named = NAMED_MONTH.exec(text);
  const word = named?.[2] ?? '';
  const month = word === '' || isEnglish(word) ? undefined : monthOf(word);
  if (named === null || month === undefined) return text;
  return `${named[1] ?? ''} ${month} ${named[3] ?? ''}${text.slice(named[0].length)}`;
}

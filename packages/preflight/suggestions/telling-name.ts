import { directionOf } from './direction-words.ts';
import { matchHeader, plainWords } from './header-words.ts';
import { isKindOfBooking } from './kind-words.ts';
import { PAYEE, PAYER } from './parties.ts';
import { isPlace } from './place-headers.ts';
import { hasWords, rankColumns, scoreAnyText } from './score-columns.ts';
import type { ColumnLook } from './sample.ts';
import type { ColumnChoice, ColumnChoices } from './score-columns.ts';

/** In fewer rows, names may repeat by chance. */
const ROWS_MIN = 6;
/** There are few kinds of bookings, or words for a missing text. */
const KINDS_MAX = 3;

/** Whether the cells repeat a few texts, as kinds of bookings, an account or a placeholder do. */
function isRepetitive({ values, filled }: ColumnLook): boolean {
  return filled >= ROWS_MIN && values.size <= KINDS_MAX && values.size * 3 <= filled;
}

/** Whether the cells are numbers, or a few words that each come with other digits, as references and account numbers are. */
function isCoded(look: ColumnLook): boolean {
  const { values, filled } = look;
  const isFew = filled < ROWS_MIN;
  // Short names, such as "Øl A/S", may be all that few rows have; codes are in capitals.
  const isShort = isFew && [...values].some((value) => /\p{Ll}/u.test(value));
  if (filled > 1 && !hasWords(look) && !isShort) return true;
  if (isFew || values.size < 2) return false;
  const bare = wordsOf(look).size;
  const areAlike = bare === 1 || (bare <= KINDS_MAX && bare * 3 <= values.size);
  return areAlike && [...values].every((value) => /\d{3}/.test(value));
}

/** The texts without their digits. */
function wordsOf({ values }: ColumnLook): ReadonlySet<string> {
  return new Set([...values].map((value) => value.replace(/[\d\s./:#*-]+/g, '')));
}

/** In most rows a column of kinds holds a kind; in other columns few texts look like one. */
export const KINDS_SHARE_MIN = 0.6;
const OTHERS_SHARE_MAX = 0.35;
/** Fees and interest have a kind but no other party. */
const FILLED_SHARE_MIN = 0.6;

/** Of fewer texts, some begin like another by chance. */
const CUT_MIN = 3;
const CUT_CONFIDENCE = 0.6;

/** The share of the texts that only say what kind of booking it is. */
export function kindShare({ values }: ColumnLook): number {
  return [...values].filter(isKindOfBooking).length / Math.max(1, values.size);
}

/** The column with the whole texts, if those in the column of the names are cut off. */
function wholeText(
  looks: readonly ColumnLook[],
  look: ColumnLook,
  taken: ReadonlySet<number>,
): ColumnChoice | undefined {
  const cut = [...look.values];
  if (cut.length < CUT_MIN) return undefined;
  return rankColumns(looks, taken, (other) => {
    const whole = [...other.values];
    const isCut = cut.every((text) => whole.some((one) => one.startsWith(text)));
    const isLonger = cut.some((text) => !other.values.has(text));
    return other !== look && isCut && isLonger ? CUT_CONFIDENCE : 0;
  })[0];
}

const isSide = (header: string, words: RegExp): boolean => words.test(plainWords(header));

/** The column with the details, if that of the names holds kinds of bookings. */
function tellingDetail(
  looks: readonly ColumnLook[],
  look: ColumnLook,
  taken: ReadonlySet<number>,
): ColumnChoice | undefined {
  if (look.filled < 2 || kindShare(look) < KINDS_SHARE_MIN) return undefined;
  const areApart = [PAYER, PAYEE].every((words) =>
    looks.some(({ header }) => isSide(header, words)),
  );
  return rankColumns(looks, taken, (other) => {
    // Each of the two names the account's holder in some rows.
    if (areApart && [PAYER, PAYEE].some((words) => isSide(other.header, words))) return 0;
    if (other === look || other.filled < look.filled * FILLED_SHARE_MIN) return 0;
    if (isCoded(other) || isRepetitive(other) || isPlace(other.header)) return 0;
    if (kindShare(other) > OTHERS_SHARE_MAX) return 0;
    if (wordsOf(other).size < look.values.size * FILLED_SHARE_MIN) return 0;
    const header = Math.max(matchHeader(other.header, 'name'), matchHeader(other.header, 'notes'));
    return scoreAnyText(other) * (1 + header);
  })[0];
}

/**
 * Takes the names from a column that distinguishes bookings, if the one with the better header does not: it holds the kind of
 * booking, an account number or a reference. That column becomes the notes if there are none. Returns what changes.
 */
export function tellingName(
  looks: readonly ColumnLook[],
  choices: ColumnChoices,
  taken: ReadonlySet<number>,
): Pick<ColumnChoices, 'name' | 'notes'> {
  const { name, notes } = choices;
  const look = looks[name?.index ?? -1];
  if (name === undefined || look === undefined) return {};
  const isVague = isRepetitive(look);
  const others = new Set([...taken].filter((index) => index !== notes?.index));
  const detail = wholeText(looks, look, others) ?? tellingDetail(looks, look, others);
  if (detail === undefined && !isVague && !isCoded(look)) return {};
  const [repeated] = rankColumns(looks, others, (other) => {
    if (isCoded(other) || isRepetitive(other) || other.filled < look.filled) return 0;
    if (isVague && other.values.size < look.values.size * 2) return 0;
    const header = Math.max(matchHeader(other.header, 'name'), matchHeader(other.header, 'notes'));
    return scoreAnyText(other) * (1 + header);
  });
  const better = detail ?? repeated;
  if (better === undefined) return {};
  const isSwapped = notes === undefined || notes.index === better.index;
  return { name: better, ...(isSwapped && { notes: name }) };
}

/** Kinds of bookings serve as names if no other text does, except debit and credit. */
export function scoreKindAsName(look: ColumnLook): number {
  if (matchHeader(look.header, 'entity_type') === 0 || look.numbers + look.dates > 0) return 0;
  const kinds = [...look.values].filter((value) => directionOf(value) === undefined);
  return kinds.length === 0 || look.values.size < 2 ? 0 : (0.3 * look.filled) / look.rows;
}

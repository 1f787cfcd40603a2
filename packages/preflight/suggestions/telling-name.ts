import { directionOf } from './direction-words.ts';
import { matchHeader } from './header-words.ts';
import { rankColumns, scoreAnyText } from './score-columns.ts';
import type { ColumnLook } from './sample.ts';
import type { ColumnChoices } from './score-columns.ts';

/** In fewer rows chance repeats a name. */
const ROWS_MIN = 6;
/** Kinds of bookings, and the words for a missing text, are few. */
const KINDS_MAX = 3;

/** Whether the cells repeat a few texts, as kinds of bookings, an account or a placeholder do. */
function isRepetitive({ values, filled }: ColumnLook): boolean {
  return filled >= ROWS_MIN && values.size <= KINDS_MAX && values.size * 3 <= filled;
}

/** Whether the cells are few words with other digits each, as references and account numbers are. */
function isCoded({ values, filled }: ColumnLook): boolean {
  if (filled < ROWS_MIN || values.size < 2) return false;
  const bare = new Set([...values].map((value) => value.replace(/[\d\s./:#*-]+/g, '')));
  const isFew = bare.size === 1 || (bare.size <= KINDS_MAX && bare.size * 3 <= values.size);
  return isFew && [...values].every((value) => /\d{3}/.test(value));
}

/**
 * The names from a column that tells bookings apart, where the one with the better header does not: it holds the kind of
 * booking, an account number or a reference. That one stays in the notes when they are free. Returns what changes.
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
  if (!isVague && !isCoded(look)) return {};
  const others = new Set([...taken].filter((index) => index !== notes?.index));
  const [better] = rankColumns(looks, others, (other) => {
    if (isCoded(other) || isRepetitive(other) || other.filled < look.filled) return 0;
    if (isVague && other.values.size < look.values.size * 2) return 0;
    const header = Math.max(matchHeader(other.header, 'name'), matchHeader(other.header, 'notes'));
    return scoreAnyText(other) * (1 + header);
  });
  if (better === undefined) return {};
  const isSwapped = notes === undefined || notes.index === better.index;
  return { name: better, ...(isSwapped && { notes: name }) };
}

/** Kinds of bookings name them where no other text does, but not debit and credit. */
export function scoreKindAsName(look: ColumnLook): number {
  if (matchHeader(look.header, 'entity_type') === 0 || look.numbers + look.dates > 0) return 0;
  const kinds = [...look.values].filter((value) => directionOf(value) === undefined);
  return kinds.length === 0 || look.values.size < 2 ? 0 : (0.3 * look.filled) / look.rows;
}

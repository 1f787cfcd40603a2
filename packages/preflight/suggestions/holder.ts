import { isNoValue } from '../fields/no-value.ts';
import { excerpt } from '../text.ts';
import { isNegativeAmount } from '../fields/amounts.ts';
import { hasWorth } from './sample.ts';
import { matchHeader, plainWords } from './header-words.ts';
import { findParties, listsIds, PAYEE, PAYER } from './parties.ts';
import { isPlace } from './place-headers.ts';
import { hasWords, isParty, rankColumns, scoreAnyText, scoreSomeName } from './score-columns.ts';
import { kindShare, KINDS_SHARE_MIN, scoreKindAsName } from './telling-name.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { ColumnLook, SampleRow } from './sample.ts';
import type { ColumnMapping } from '../csv/headers.ts';
import type { CsvSettings, LabelSetting } from '../csv/settings.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** A header with the word for a party among other words does not name it. */
const PARTY_MATCH_MIN = 0.55;

/** The column chosen for the names, and the column with the other party in rows where the first names the account's holder. */
interface Holder {
  /** Its name, and what else the file calls it: "ISSUER" in payments by card. */
  names: readonly string[];
  /** What the column of the other party calls it where it pays the other way. */
  aliases?: readonly string[];
  column: number;
  other: number;
  side: 'in' | 'out';
  /** All other rows have the same name in the other column, or the headers say who pays whom. */
  isSure: boolean;
}

/** A file has no more names for the account's holder. */
const ALIASES_MAX = 3;

/** Payer and payee in two columns: the one chosen for the name holds one name in exactly those rows that pay the other way. */
function findHolder({ looks, rows, choices }: Hypothesis): Holder | undefined {
  const { name, amount, inflow } = choices;
  if (name === undefined) return undefined;
  const column = name.index;
  const isIn = (row: SampleRow): boolean =>
    amount === undefined
      ? inflow !== undefined && hasWorth(row, inflow.index)
      : !isNegativeAmount(row.cells[amount.index] ?? '');
  const parties = findParties({ looks, rows, choices });
  if (parties?.columns.includes(column) === true) {
    const [one, two] = parties.columns;
    const isOwn = (row: SampleRow): boolean => row.cells[column] === parties.holder;
    const side = rows.some((row) => isOwn(row) && isIn(row)) ? 'in' : 'out';
    return {
      names: [parties.holder],
      column,
      other: column === one ? two : one,
      side,
      isSure: true,
    };
  }
  const paidIn = rows.filter(isIn);
  const paidOut = rows.filter((row) => !isIn(row));
  const namesIn = (index: number, side: readonly SampleRow[]): Set<string> =>
    new Set(side.map(({ cells }) => cells[index] ?? ''));
  const says = (index: number, words: RegExp): boolean =>
    words.test(plainWords(looks[index]?.header ?? ''));
  for (const [side, own, others, ofOwn, ofOther] of [
    ['in', paidIn, paidOut, PAYEE, PAYER],
    ['out', paidOut, paidIn, PAYER, PAYEE],
  ] as const) {
    const [holder, more] = namesIn(column, own);
    const payer = looks.findIndex(
      (look, at) => at !== column && says(at, ofOther) && hasWords(look),
    );
    if (holder !== undefined && says(column, ofOwn) && payer >= 0) {
      const names = [...namesIn(column, own)];
      const payers = [...namesIn(payer, others)];
      // An address may follow.
      const namesOwn = (one: string, name: string): boolean =>
        one === name || one.startsWith(`${name} `);
      const isOwn = (name: string): boolean =>
        !isNoValue(name) && payers.some((one) => namesOwn(one, name));
      const areOwn = names.length <= ALIASES_MAX && names.every(isOwn);
      const aliases = payers.filter((one) => names.some((name) => namesOwn(one, name)));
      if (areOwn) return { names, aliases, column, other: payer, side, isSure: true };
    }
    if (holder === undefined || isNoValue(holder) || more !== undefined) continue;
    if (namesIn(column, others).has(holder)) continue;
    const other = looks.findIndex(({ header }, index) => {
      if (index === column || (looks[index]?.currencies ?? 0) > 0) return false;
      if (matchHeader(header, 'name') < PARTY_MATCH_MIN && !says(index, ofOther)) return false;
      const names = namesIn(index, own);
      const [alias = '', further] = namesIn(index, others);
      return further === undefined && !names.has('') && !names.has(alias);
    });
    if (other < 0) continue;
    const [alias = ''] = namesIn(other, others);
    const isSame = alias.toUpperCase() === holder.toUpperCase();
    const isSaid = says(column, ofOwn) && says(other, ofOther);
    const isFew = others.length < 2 || (own.length < 2 && !isSame);
    if (isFew && !(isSame && isSaid)) continue;
    const isSure = isSame || isSaid;
    return { names: [holder], column, other, side, isSure };
  }
  return undefined;
}

const SECOND_MAX = 4;
/** A payer and a payee. */
const PARTIES_MAX = 2;
const THEIRS_MIN = 2;

/** Whether the header names a party, as "Payer Name" does. */
function namesParty(look: ColumnLook | undefined): boolean {
  if (look === undefined || look.currencies > 0 || !hasWords(look)) return false;
  const words = plainWords(look.header);
  return isParty(look) || PAYER.test(words) || PAYEE.test(words);
}

/** Says which column has the other party in rows that name the account's holder. Undefined if no row does. */
export function holderWarning(found: Hypothesis): Warning | undefined {
  const holder = findHolder(found);
  if (holder === undefined) return undefined;
  const { names, side, isSure } = holder;
  const headerOf = (column: number): string => excerpt(found.looks[column]?.header ?? '');
  const [column, other] = [headerOf(holder.column), headerOf(holder.other)];
  const code = side === 'in' ? 'holder_paid' : 'holder_pays';
  return warning(isSure ? `${code}_replaced` : code, {
    name: names.map((name) => excerpt(name)).join('", "'),
    column,
    other,
  });
}

/** The columns with a text in rows without a name, best first: the notes or another text, then those of kinds of bookings. */
function secondTexts({ choices, looks, rows }: Hypothesis): readonly number[] {
  const { name, notes } = choices;
  if (name === undefined) return [];
  const nameless = rows.filter(({ cells }) => isNoValue(cells[name.index] ?? ''));
  if (nameless.length === 0) return notes === undefined ? [] : [notes.index];
  const { entity_type: _, ...meant } = choices;
  const taken = new Set(Object.values(meant).map(({ index }) => index));
  const others = [scoreSomeName, scoreAnyText, scoreKindAsName].flatMap((score) =>
    rankColumns(looks, taken, score),
  );
  const texts = [...(notes === undefined ? [] : [notes]), ...others].filter(({ index }) => {
    const look = looks[index];
    return look === undefined || !listsIds(look);
  });
  const filled = texts.map(({ index }) => ({
    index,
    count: nameless.filter(({ cells }) => (cells[index] ?? '') !== '').length,
    texts: index === notes?.index ? Infinity : (looks[index]?.values.size ?? 0),
    isKind:
      looks[index] !== undefined &&
      (isPlace(looks[index].header) || kindShare(looks[index]) > KINDS_SHARE_MIN),
  }));
  const found = filled
    .filter(({ texts, count }) => texts > 1 && count > 0)
    .sort((one, other) => other.count - one.count || other.texts - one.texts);
  const [telling] = found
    .filter(({ isKind, count }) => !isKind && count * 2 > nameless.length)
    .sort((one, other) => other.texts - one.texts);
  // What only they have is theirs.
  const isTheirs = ({ index, count, isKind }: (typeof filled)[number]): boolean =>
    !isKind && count >= THEIRS_MIN && looks[index]?.filled === count;
  const named = found.filter(({ index }) => namesParty(looks[index]));
  const parties = [...named, ...found.filter(isTheirs)].slice(0, PARTIES_MAX);
  const ranked = [...new Set([...parties, telling, ...found])].flatMap((one) => one?.index ?? []);
  const kinds = choices.category === undefined ? [] : [choices.category.index];
  return ranked.length > 0 ? ranked.slice(0, SECOND_MAX) : kinds;
}

/**
 * Adds to the column of names, unless a person chose it: a row that names the account's holder is named by another
 * column, and a row without a name by another text.
 */
export function withNames(
  mapping: ColumnMapping,
  found: Hypothesis | undefined,
  { labels, chosen }: Pick<CsvSettings, 'labels' | 'chosen'>,
): ColumnMapping {
  if (found === undefined) return mapping;
  const holder = findHolder(found);
  // Whether some settings came from suggestions.
  const inferred = Object.keys(labels).some((label) => !chosen.has(label as LabelSetting));
  const isInferred = inferred && !chosen.has('name_col_label');
  const isOpen = (at: number): boolean => holder?.isSure === false && at === holder.other;
  const ranked = isInferred ? secondTexts(found) : [];
  const texts = [...ranked.filter((at) => !isOpen(at)), ...ranked.filter(isOpen)];
  const own = holder?.isSure === true ? [...holder.names, ...(holder.aliases ?? [])] : [];
  const instead = new Map<string, readonly number[]>([
    ...own.map((name) => [name, [holder?.other ?? -1, ...texts]] as const),
    ...(isInferred ? [['', texts] as const] : []),
  ]);
  if (instead.size === 0) return mapping;
  const columns = mapping.columns.map((column) =>
    column.field.key === 'name' ? { ...column, instead } : column,
  );
  return { ...mapping, columns };
}

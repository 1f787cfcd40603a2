import { isCurrencyCode } from '../../currencies.ts';
import { matchHeader, plainWords } from './header-words.ts';
import { OTHER_AMOUNT_WORDS, OTHER_DATE_WORDS } from './vocabulary.ts';
import { normalizeHeader } from '../csv/headers.ts';
import type { CsvTypeSpec, FieldKey } from '../types/csv-type.ts';
import type { ColumnLook, SampleRow } from './sample.ts';
import type { ColumnRole } from './vocabulary.ts';

/** A column chosen for a field, and how sure the choice is, 0 to 1. */
export interface ColumnChoice {
  index: number;
  confidence: number;
}
export type ColumnChoices = Partial<Record<FieldKey, ColumnChoice>>;

/** Text columns are only suggested for a header that is a known phrase. */
const TEXT_MATCH_MIN = 0.55;
const TEXT_FIELDS = ['name', 'category', 'tags', 'account', 'notes'] as const;

/**
 * The columns of a header row that hold what the import type asks for, judged by the words of the
 * header and by what stands below. Columns whose header is blank or not unique cannot be named.
 */
export function chooseColumns(
  spec: CsvTypeSpec,
  looks: readonly ColumnLook[],
  rows: readonly SampleRow[],
): ColumnChoices {
  const choices: ColumnChoices = {};
  const fields = new Set(spec.fields.map((field) => field.key));
  const taken = new Set(unnamable(looks));
  const take = (key: FieldKey, choice: ColumnChoice | undefined): void => {
    if (choice === undefined) return;
    choices[key] = choice;
    taken.add(choice.index);
  };
  const pick = (score: (look: ColumnLook) => number): ColumnChoice | undefined =>
    pickBest(looks, taken, score);

  if (fields.has('date')) take('date', pick(scoreDate));
  if (fields.has('amount')) {
    const amount = pick((look) => scoreAmount(look, spec));
    const split = fields.has('outflow') ? pickSplit(looks, rows, taken) : undefined;
    if (split !== undefined && prefersSplit(split, amount, looks, rows)) {
      take('outflow', split.outflow);
      take('inflow', split.inflow);
    } else take('amount', amount ?? split?.outflow ?? split?.inflow);
  }
  if (fields.has('qty'))
    take(
      'qty',
      pick((look) => scoreNumber(look, 'qty')),
    );
  if (fields.has('price'))
    take(
      'price',
      pick((look) => scoreNumber(look, 'price')),
    );
  if (fields.has('ticker'))
    take(
      'ticker',
      pick((look) => scoreText(look, 'ticker')),
    );
  if (fields.has('currency')) take('currency', pick(scoreCurrency));
  for (const key of TEXT_FIELDS) {
    if (fields.has(key))
      take(
        key,
        pick((look) => scoreTextField(look, key, spec)),
      );
  }
  if (fields.has('name') && choices.name === undefined) {
    const name = pick((look) => scoreSomeName(look)) ?? choices.notes;
    if (name !== undefined && name === choices.notes) delete choices.notes;
    take('name', name);
  }
  if (fields.has('exchange_operating_mic')) {
    take(
      'exchange_operating_mic',
      pick((look) => scoreText(look, 'exchange_operating_mic')),
    );
  }
  return choices;
}

function unnamable(looks: readonly ColumnLook[]): number[] {
  const seen = new Map<string, number>();
  for (const look of looks) {
    const name = normalizeHeader(look.header);
    seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  return looks.flatMap((look, index) => {
    const name = normalizeHeader(look.header);
    return name === '' || (seen.get(name) ?? 0) > 1 ? [index] : [];
  });
}

function pickBest(
  looks: readonly ColumnLook[],
  taken: ReadonlySet<number>,
  score: (look: ColumnLook) => number,
): ColumnChoice | undefined {
  let best: ColumnChoice | undefined;
  looks.forEach((look, index) => {
    if (taken.has(index)) return;
    const confidence = Math.min(1, score(look));
    if (confidence > (best?.confidence ?? 0)) best = { index, confidence };
  });
  return best;
}

/** Share of the filled cells; of a column without rows nothing is known, so it counts as full. */
function share(count: number, look: ColumnLook): number {
  if (look.rows === 0) return 1;
  return look.filled === 0 ? 0 : count / look.filled;
}

function fill(look: ColumnLook): number {
  return look.rows === 0 ? 1 : look.filled / look.rows;
}

function scoreDate(look: ColumnLook): number {
  const content = share(look.dates, look);
  if (content < 0.6) return 0;
  const words = plainWords(look.header).split(' ');
  const other = words.some((word) => OTHER_DATE_WORDS.has(word)) ? 0.2 : 0;
  const header = matchHeader(look.header, 'date');
  if (header === 0 && (look.rows === 0 || look.numbers > look.dates / 2)) return 0;
  return (header * 0.6 + 0.4 - other) * content * (0.3 + 0.7 * fill(look));
}

/** A header that only contains the word, next to one that says otherwise, does not count. */
function matchNumber(look: ColumnLook, role: ColumnRole): number {
  const match = matchHeader(look.header, role);
  if (match > 0.5) return match;
  const words = plainWords(look.header).split(' ');
  return words.some((word) => OTHER_AMOUNT_WORDS.has(word)) ? 0 : match;
}

function scoreAmount(look: ColumnLook, spec: CsvTypeSpec): number {
  const isBalance = spec.type === 'AccountImport';
  const balance = matchHeader(look.header, 'balance');
  const amount = matchNumber(look, 'amount');
  if (!isBalance && (balance > amount || matchSide(look) > amount)) return 0;
  const header = isBalance ? Math.max(balance, amount) : amount;
  if (header === 0) return isCurrencyCode(bareCode(look.header)) ? scoreByContent(0.2, look) : 0;
  return scoreByContent(header, look);
}

/** A column of amounts can be called after its currency alone: CAD$. */
function bareCode(header: string): string {
  return header.replace(/[^\p{L}]/gu, '').toUpperCase();
}

function matchSide(look: ColumnLook): number {
  return Math.max(matchNumber(look, 'outflow'), matchNumber(look, 'inflow'));
}

function scoreNumber(look: ColumnLook, role: ColumnRole): number {
  const header = matchNumber(look, role);
  return header === 0 ? 0 : scoreByContent(header, look);
}

function scoreByContent(header: number, look: ColumnLook): number {
  const content = share(look.numbers, look);
  if (content < 0.6) return 0;
  return (header * 0.8 + 0.2) * content * (0.3 + 0.7 * fill(look));
}

interface Split {
  outflow?: ColumnChoice;
  inflow?: ColumnChoice;
}

/** Columns for money out and money in; either may be empty all the way down. */
function pickSplit(
  looks: readonly ColumnLook[],
  rows: readonly SampleRow[],
  taken: ReadonlySet<number>,
): Split | undefined {
  const side = (role: 'outflow' | 'inflow'): ColumnChoice | undefined =>
    pickBest(looks, taken, (look) => {
      const header = matchNumber(look, role);
      if (header === 0 || (look.filled > 0 && share(look.numbers, look) < 0.6)) return 0;
      return header * 0.8 + 0.2 * share(look.numbers, look);
    });
  let outflow = side('outflow');
  let inflow = side('inflow');
  if (outflow !== undefined && inflow === undefined) {
    inflow = otherSide(looks, rows, taken, outflow);
  } else if (inflow !== undefined && outflow === undefined) {
    outflow = otherSide(looks, rows, taken, inflow);
  }
  if (outflow === undefined && inflow === undefined) return undefined;
  if (outflow !== undefined && inflow !== undefined && outflow.index === inflow.index) {
    return undefined;
  }
  return {
    ...(outflow === undefined ? {} : { outflow }),
    ...(inflow === undefined ? {} : { inflow }),
  };
}

/** The column of numbers that is filled exactly where the known side is not. */
function otherSide(
  looks: readonly ColumnLook[],
  rows: readonly SampleRow[],
  taken: ReadonlySet<number>,
  known: ColumnChoice,
): ColumnChoice | undefined {
  const blank = (row: SampleRow, index: number): boolean => !/[1-9]/.test(row.cells[index] ?? '');
  const found = pickBest(looks, taken, (look) => {
    const index = looks.indexOf(look);
    if (index === known.index || look.numbers === 0 || share(look.numbers, look) < 1) return 0;
    return rows.every((row) => blank(row, index) !== blank(row, known.index)) ? 0.6 : 0;
  });
  const look = looks[known.index];
  // A column that is always filled is an amount of its own.
  return look === undefined || look.filled === look.rows ? undefined : found;
}

/** Two columns are better than one amount when each row fills one of them and the amount has no sign. */
function prefersSplit(
  split: Split,
  amount: ColumnChoice | undefined,
  looks: readonly ColumnLook[],
  rows: readonly SampleRow[],
): boolean {
  const { outflow, inflow } = split;
  if (outflow === undefined || inflow === undefined) return false;
  const worth = (row: SampleRow, choice: ColumnChoice): boolean =>
    /[1-9]/.test(row.cells[choice.index] ?? '');
  const both = rows.filter((row) => worth(row, outflow) && worth(row, inflow)).length;
  if (rows.length > 0 && both > rows.length * 0.2) return false;
  if (amount === undefined) return true;
  const look = looks[amount.index];
  if (look === undefined || look.negatives > 0) return false;
  const either = rows.filter((row) => worth(row, outflow) || worth(row, inflow)).length;
  return either > rows.length * 0.9;
}

function scoreCurrency(look: ColumnLook): number {
  const header = matchNumber(look, 'currency');
  if (header === 0 || look.filled === 0 || share(look.currencies, look) < 0.8) return 0;
  return header * 0.5 + share(look.currencies, look) * 0.5 * fill(look);
}

function scoreText(look: ColumnLook, role: ColumnRole): number {
  const header = matchHeader(look.header, role);
  return header < TEXT_MATCH_MIN ? 0 : header * (0.3 + 0.7 * fill(look));
}

/** Where no header is a phrase for it: text below a header that has such a phrase among other words. */
function scoreSomeName(look: ColumnLook): number {
  const header = matchHeader(look.header, 'name');
  if (header === 0 || look.filled === 0 || share(look.dates + look.numbers, look) > 0.5) return 0;
  const others = ['account', 'currency', 'category', 'entity_type', 'balance'] as const;
  if (others.some((role) => matchHeader(look.header, role) > header)) return 0;
  return header * (0.4 + 0.6 * fill(look));
}

/** What is imported is named by the word for it, too. */
const NAMED_BY: Partial<Record<CsvTypeSpec['type'], ColumnRole>> = {
  CategoryImport: 'category',
  AccountImport: 'account',
};

function scoreTextField(
  look: ColumnLook,
  key: (typeof TEXT_FIELDS)[number],
  spec: CsvTypeSpec,
): number {
  const namesOf = key === 'name' ? NAMED_BY[spec.type] : undefined;
  const header = Math.max(
    key === 'name' ? matchName(look.header) : matchHeader(look.header, key),
    namesOf === undefined ? 0 : matchHeader(look.header, namesOf),
  );
  if (header < TEXT_MATCH_MIN || look.filled === 0) return 0;
  if (key !== 'name') return header * (0.4 + 0.6 * fill(look));
  if (share(look.dates, look) > 0.5 || share(look.numbers, look) > 0.8) return 0;
  // One value all the way down is the owner of the account, not who was paid.
  const same = look.values.size === 1 && look.filled > 1 ? 0.7 : 1;
  return header * same * (0.4 + 0.6 * fill(look));
}

/** Payee and payer often share a column, and its header names both: "Saaja/Maksaja". */
function matchName(header: string): number {
  const parts = header.includes('/')
    ? header.split('/').map((part) => matchHeader(part, 'name'))
    : [];
  return Math.max(matchHeader(header, 'name'), ...parts.map((score) => score * 0.95));
}

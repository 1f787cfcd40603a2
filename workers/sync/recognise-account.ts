import { addDays } from '#preflight/days';

/** Days before an account's newest row that are compared. */
export const COMPARED_DAYS = 60;
/** How many of the newest rows are compared; more would not help. */
const COMPARED_ROWS = 150;
/** Fewer rows prove nothing: many accounts have a salary and a rent. */
const LEAST_ROWS = 3;

/** A row of a new account, as it is compared. */
export interface MarkedRow {
  date: string;
  amount: string;
  /** Digest of its content. */
  mark: string;
}

/** A row of a new account, which is read when it is first compared; null: it cannot be read. */
export interface ListedRow {
  date: string;
  read(): MarkedRow | null;
}

/** An account on file, or one that a person deleted. */
export interface KnownAccount {
  sameName: boolean;
  /** No connection lists it any longer, so it may have come back under another id. */
  absent: boolean;
  lastDay: string | null;
  /** Digests of its latest rows, at least of those that may equal a compared one; twins included. */
  marks: readonly string[];
}

type Likeness = 'same' | 'different' | 'unknown';

/** The rows of a new account, newest first, that are compared with a stored account whose newest row is of `lastDay`. */
export function comparedRows(listed: readonly ListedRow[], lastDay: string | null): MarkedRow[] {
  if (lastDay === null) return [];
  const first = addDays(lastDay, -COMPARED_DAYS);
  const compared: MarkedRow[] = [];
  for (const row of listed) {
    if (row.date > lastDay) continue;
    if (row.date < first || compared.length === COMPARED_ROWS) break;
    const marked = row.read();
    if (marked !== null) compared.push(marked);
  }
  return compared;
}

/** Whether the rows that a new account lists up to a stored account's last day are that account's rows. */
function compareContent(
  listed: readonly ListedRow[],
  known: Pick<KnownAccount, 'lastDay' | 'marks'>,
): Likeness {
  const compared = comparedRows(listed, known.lastDay);
  if (compared.length < LEAST_ROWS) return 'unknown';
  const left = new Map<string, number>();
  for (const mark of known.marks) left.set(mark, (left.get(mark) ?? 0) + 1);
  let matched = 0;
  for (const { mark } of compared) {
    const count = left.get(mark) ?? 0;
    if (count === 0) continue;
    left.set(mark, count - 1);
    matched += 1;
  }
  const share = matched / compared.length;
  if (matched >= LEAST_ROWS && share >= 0.8) return 'same';
  return share < 0.5 ? 'different' : 'unknown';
}

/** What a new account is: one that came back, one that a person deleted, or new, possibly one of `candidates`. */
export type Fate<Link, Removed> =
  | { kind: 'returned'; link: Link }
  | { kind: 'removed'; removed: Removed }
  | { kind: 'new'; candidates: Link[] };

/**
 * `listed` is newest first. Certain is a return when exactly one absent account has the same name and the same rows; likely, when the name is
 * the same and there are too few rows to tell, or the rows are and the name is not.
 */
export function decideFate<Link extends KnownAccount, Removed extends KnownAccount>(
  listed: readonly ListedRow[],
  links: readonly Link[],
  removed: readonly Removed[],
): Fate<Link, Removed> {
  const judged = links.map((link) => ({ link, likeness: compareContent(listed, link) }));
  const same = judged.filter(({ likeness }) => likeness === 'same');
  const [sure, ...more] = same.filter(({ link }) => link.absent && link.sameName);
  if (sure !== undefined && more.length === 0) return { kind: 'returned', link: sure.link };
  const gone = removed.find((each) => each.sameName && compareContent(listed, each) === 'same');
  if (gone !== undefined) return { kind: 'removed', removed: gone };
  const candidates = judged
    .filter(({ link, likeness }) => {
      return likeness === 'same' || (likeness === 'unknown' && link.absent && link.sameName);
    })
    .map(({ link }) => link);
  return { kind: 'new', candidates };
}

import { addDays } from '#preflight/days';
import { countBy } from '../../shared/platform/group-by.ts';
import { cleanText, foldText } from '#preflight/clean-text';
import type { ProviderAccountState } from '../../shared/ledger/account-link.ts';
import { contentMark } from '../../shared/imports/match/content-hash.ts';
import { ProviderError } from '../../shared/sync/client/errors.ts';
import type { ProviderAccount, ProviderTransaction } from '../../shared/sync/client/types.ts';
import {
  listContentMarks,
  listRemovedProviderAccounts,
} from '../../shared/sync/store/removed-provider-accounts.ts';
import type { RemovedProviderAccount } from '../../shared/sync/store/removed-provider-accounts.ts';
import { listReturnCandidates } from '../../shared/sync/store/returning-accounts.ts';
import type { ReturnCandidate } from '../../shared/sync/store/returning-accounts.ts';
import { normalizeCurrency, normalizeDate, normalizeRow } from './normalize.ts';
import type { AccountFacts } from './normalize.ts';
import type { SyncScope } from './sync-scope.ts';

/** How many days before an account's newest row are compared. */
const COMPARED_DAYS = 60;
/** How many of the newest rows are compared; more would not help. */
const COMPARED_ROWS = 150;
/** Fewer rows prove nothing: many accounts have a salary and a rent. */
const LEAST_ROWS = 3;

/** A row of a new account, prepared for comparison. */
interface MarkedRow {
  date: string;
  amount: string;
  mark: string;
}

/** A row of a new account, read only when it is first compared; null if it is unreadable. */
interface ListedRow {
  date: string;
  read(): MarkedRow | null;
}

type Likeness = 'same' | 'different' | 'unknown';

/** The newest rows of a new account to compare with a stored account whose newest row is of `lastDay`, newest first. */
function comparedRows(listed: readonly ListedRow[], lastDay: string | null): MarkedRow[] {
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
  known: Pick<KnownLink, 'lastDay' | 'marks'>,
): Likeness {
  const compared = comparedRows(listed, known.lastDay);
  if (compared.length < LEAST_ROWS) return 'unknown';
  const left = countBy(known.marks);
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

/**
 * `listed` is newest first. A return is certain if exactly one absent account has the same name and the same rows; it is likely if
 * the name is the same and there are too few rows to tell, or if the rows are the same but the name is not.
 */
function decideFate(
  listed: readonly ListedRow[],
  links: readonly KnownLink[],
  removed: readonly KnownRemoved[],
): Fate {
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

interface KnownLink extends ReturnCandidate {
  sameName: boolean;
  /** Digests of its latest rows, at least of those that may equal a compared one, including twins. */
  marks: readonly string[];
}
type KnownRemoved = RemovedProviderAccount & { sameName: boolean };

/** What a new account is: one that came back, one that a person deleted, or a new one, possibly one of `candidates`. */
type Fate =
  | { kind: 'returned'; link: KnownLink }
  | { kind: 'removed'; removed: KnownRemoved }
  | { kind: 'new'; candidates: KnownLink[] };

/** The verdict on a listed account that the connection does not know; `later`: the next run may tell. */
export type AccountFate = Fate | { kind: 'later' };

/**
 * Recognises accounts under a new provider id, before anything is linked. Only an account with the same institution and currency as
 * a stored one costs a request, which compares its latest rows.
 */
export async function recogniseAccounts(
  scope: SyncScope,
  listed: ReadonlyMap<string, ProviderAccount>,
  known: ReadonlySet<string>,
): Promise<Map<string, AccountFate>> {
  const fates = new Map<string, AccountFate>();
  const unknown = [...listed.values()].filter(({ id }) => !known.has(id));
  if (unknown.length === 0) return fates;
  const { householdId, connectionId } = scope;
  const { sql } = scope.context;
  const activeIds = [...listed.values()]
    .filter((account) => stateOf(account) === 'active')
    .map(({ id }) => id);
  const candidates = await listReturnCandidates(sql, householdId, connectionId, activeIds);
  const links = candidates.map((link) => {
    const account = listed.get(link.providerAccountId);
    return account !== undefined && isOwn(account, link) ? { ...link, absent: false } : link;
  });
  const removed = await listRemovedProviderAccounts(sql, householdId, connectionId);
  for (const account of unknown) {
    const near = links.filter((link) => isNear(account, link));
    const nearRemoved = removed.filter((each) => isNear(account, each));
    if (links.some((link) => isOwn(account, link)) || near.length + nearRemoved.length === 0)
      continue;
    if (stateOf(account) === 'active') {
      fates.set(account.id, await judge(scope, account, near, nearRemoved));
    } else if (
      nearRemoved.length > 0 ||
      near.some((link) => link.absent || link.firstId === account.id)
    ) {
      // It may be a known account that has ended: if linked, it would become a second, empty copy.
      fates.set(account.id, { kind: 'later' });
    }
  }
  return withoutRivals(fates);
}

/**
 * Whether the connection of the stored account was deleted, and it comes back under its own id: rows need not be compared, and no
 * other account can be it. The same condition by which `linkAccount` finds it.
 */
function isOwn(account: ProviderAccount, link: ReturnCandidate): boolean {
  return (
    link.connectionId === null &&
    link.providerAccountId === account.id &&
    link.institutionName === cleanText(account.institutionName)
  );
}

/** What the provider's list says of an account; null: it does not list the account. */
export function stateOf(account: ProviderAccount | null): ProviderAccountState {
  if (account === null) return 'missing';
  const status = account.status?.trim().toUpperCase();
  if (status === 'DISCONNECTED') return 'disconnected';
  return status === 'ERROR' ? 'error' : 'active';
}

/** When two new accounts both look like the same known one, the one that has its id is it; if none has, a person decides. */
function withoutRivals(fates: Map<string, AccountFate>): Map<string, AccountFate> {
  const claimed = countBy(
    [...fates.values()].flatMap((fate) => (fate.kind === 'returned' ? [fate.link.linkId] : [])),
  );
  for (const [id, fate] of fates) {
    if (fate.kind !== 'returned' || fate.link.providerAccountId === id) continue;
    if (claimed.get(fate.link.linkId) !== 1) {
      fates.set(id, { kind: 'new', candidates: [fate.link] });
    }
  }
  return fates;
}

function isNear(
  account: ProviderAccount,
  known: Pick<ReturnCandidate, 'institutionName' | 'currency'>,
): boolean {
  const currency = normalizeCurrency(account.currency);
  const sameCurrency = currency === null || known.currency === null || currency === known.currency;
  const institution = foldText(cleanText(account.institutionName));
  return sameCurrency && institution === foldText(known.institutionName);
}

async function judge(
  scope: SyncScope,
  account: ProviderAccount,
  links: readonly ReturnCandidate[],
  removed: readonly RemovedProviderAccount[],
): Promise<AccountFate> {
  const { householdId } = scope;
  const { sql } = scope.context;
  const name = foldText(cleanText(account.name));
  const knownRemoved = removed.map((each) => ({ ...each, sameName: foldText(each.name) === name }));
  const days = [...links, ...removed].flatMap(({ lastDay }) => lastDay ?? []).sort();
  const currency = [...links, ...removed].find((each) => each.currency !== null)?.currency ?? null;
  const rows = await readRows(scope, account, days, currency);
  if (rows === null) return { kind: 'later' };
  const knownLinks: KnownLink[] = [];
  for (const link of links) {
    const compared = comparedRows(rows, link.lastDay);
    const marks = await listContentMarks(sql, householdId, link.accountId, compared);
    knownLinks.push({ ...link, sameName: foldText(link.name) === name, marks });
  }
  return decideFate(rows, knownLinks, knownRemoved);
}

/** The rows of the compared days, newest first, as far as one request returns them. Null: a rate limit prevents it. */
async function readRows(
  scope: SyncScope,
  account: ProviderAccount,
  days: readonly string[],
  currency: string | null,
): Promise<ListedRow[] | null> {
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return [];
  const facts = {
    providerAccountId: account.id,
    zoneAt: scope.zoneAt,
    currency: normalizeCurrency(account.currency) ?? currency,
  };
  const query = {
    from: addDays(first, -COMPARED_DAYS),
    to: last,
    includePending: false,
    page: null,
  };
  try {
    const page = await scope.client.fetchTransactionsPage(account.id, query, scope.signal);
    const rows = page.rows.flatMap((raw) => {
      const date = raw.pending ? null : normalizeDate(raw.date, facts.zoneAt);
      return date === null ? [] : [{ date, read: readOnce(raw, facts) }];
    });
    return rows.sort((a, b) => Number(a.date < b.date) - Number(a.date > b.date));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.stopsTheRun || error.kind === 'cancelled') {
      throw error;
    }
    return error.kind === 'rate_limited' ? null : [];
  }
}

function readOnce(raw: ProviderTransaction, facts: AccountFacts): ListedRow['read'] {
  let read: MarkedRow | null | undefined;
  return () => {
    if (read !== undefined) return read;
    const verdict = normalizeRow(raw, facts);
    if (verdict.kind !== 'row') return (read = null);
    const { date, amount } = verdict.row;
    return (read = { date, amount, mark: contentMark(verdict.row) });
  };
}

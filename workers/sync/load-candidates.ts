import { addDays } from '#preflight/days';
import type { Tx } from '../../shared/postgres/connect.ts';
import { findCoveredDays, listReissued } from '../../shared/sync/store/read-coverage.ts';
import {
  listAbsorbers,
  listAliased,
  listFreshIdlessPending,
  listFreshLike,
  listImportedPending,
  listStoredPending,
} from '../../shared/sync/store/reconcile-candidates.ts';
import type { CandidateRow, ReadScope } from '../../shared/sync/store/read-scope.ts';
import type {
  ImportedPending,
  StoredPending,
} from '../../shared/sync/store/reconcile-candidates.ts';
import { comparedName } from '#preflight/clean-text';
import { contentHash, isSyntheticKey } from '../../shared/imports/match/content-hash.ts';
import type {
  FreshRow,
  OpenRow,
  ReadFacts,
  ReconcileInput,
} from '../../shared/imports/match/tiers/match-state.ts';
import { POSTED_WITHIN_DAYS } from '../../shared/imports/match/tiers/settle-pending.ts';
import { SETTLES_WITHIN_DAYS } from '../../shared/imports/match/tiers/claims.ts';

/**
 * Loads the rows that the tiers may decide on; every other row of the read is simply new or known.
 * @param listed the days of the rows, how many of them are new, and whether the account has no other rows from the provider
 */
export async function loadCandidates(
  tx: Tx,
  scope: ReadScope,
  read: ReadFacts,
  listed: { first: string | null; last: string | null; fresh: number; isNew: boolean },
  providerAccountId: string,
): Promise<ReconcileInput> {
  const removedSince = addDays(read.from, -SETTLES_WITHIN_DAYS);
  const stored = listed.isNew ? [] : await listStoredPending(tx, scope, removedSince);
  const imported = await listImportedPending(tx, scope);
  const open = [
    ...stored.map((row, rank) => toOpen(row, rank, providerAccountId)),
    ...imported.map((row, at) => importedToOpen(row, stored.length + at)),
  ];
  if (listed.fresh === 0) return { read, fresh: [], aliased: [], open, absent: [], settled: [] };
  const idless = await listFreshIdlessPending(tx);
  const aliased = await listAliased(tx, scope);
  const like = await listFreshLike(tx, open);
  const reissued = listed.isNew
    ? { fresh: [], absent: [] }
    : await listReissued(tx, scope, await findCoveredDays(tx, scope, read, listed));
  const absorbers = await listAbsorbers(tx, scope, idless, POSTED_WITHIN_DAYS);
  const fresh = new Map<string, FreshRow>();
  for (const row of [...idless, ...aliased, ...like, ...reissued.fresh, ...absorbers.fresh]) {
    fresh.set(row.key, toFresh(row));
  }
  return {
    read,
    fresh: [...fresh.values()],
    aliased: aliased.map((row) => ({ ...row, ref: row.key })),
    open,
    absent: reissued.absent,
    settled: absorbers.stored.map(({ id, date, amount, currency, merchant, description }) => {
      return { id, date, amount, currency, label: comparedName(merchant ?? description) };
    }),
  };
}

function toFresh({ key, pending, date, amount, currency, label, hash }: CandidateRow): FreshRow {
  const idless = isSyntheticKey(key);
  return { ref: key, key, idless, pending, date, amount, currency, label, hash };
}

function toOpen(stored: StoredPending, rank: number, providerAccountId: string): OpenRow {
  const lives = { vanished: 'vanished', user: 'deleted' } as const;
  const { merchant, description, removedReason, ...row } = stored;
  return {
    ...row,
    idless: isSyntheticKey(row.key),
    label: comparedName(merchant ?? description),
    hash: row.hash ?? contentHash(providerAccountId, stored),
    life: removedReason === null ? 'live' : lives[removedReason],
    rank,
  };
}

function importedToOpen({ name, ...row }: ImportedPending, rank: number): OpenRow {
  return {
    ...row,
    key: null,
    idless: false,
    label: comparedName(name),
    hash: '',
    life: 'live',
    edited: true,
    rank,
  };
}

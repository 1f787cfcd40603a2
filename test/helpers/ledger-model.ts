import { syntheticKey } from '../../shared/imports/match/content-hash.ts';
import type { StagedInsert } from '../../shared/sync/store/staged-pages.ts';
import { normalizeRow } from '../../workers/sync/normalize.ts';
import { reconcile } from '../../shared/imports/match/tiers/reconcile.ts';
import type {
  Decisions,
  FreshRow,
  ReadFacts,
  ReconcileInput,
} from '../../shared/imports/match/tiers/match-state.ts';

export type ModelRow = StagedInsert & {
  id: string;
  storedKey: string;
  idless: boolean;
  aliases: string[];
  absorbed: boolean;
  missed: number;
  stale: boolean;
  edited: boolean;
  life: 'live' | 'vanished' | 'deleted';
};

export type WireRow = {
  id?: string | null;
  /** null: it cannot be read, so the row is broken. */
  amount: string | number | null;
  date: string;
  merchant?: string | null;
  description?: string | null;
  pending?: boolean;
  currency?: string;
};

/** Rows as the provider client hands them over, judged. */
export function judged(rows: readonly WireRow[]): StagedInsert[] {
  return rows.map((row) => {
    const verdict = normalizeRow(
      {
        id: row.id ?? null,
        amount: String(row.amount),
        currency: row.currency ?? 'EUR',
        date: row.date,
        merchant: row.merchant ?? null,
        description: row.description ?? null,
        pending: row.pending ?? false,
        extra: null,
      },
      { providerAccountId: 'a1', zoneAt: () => 'UTC', currency: 'EUR' },
    );
    if (verdict.kind !== 'row') throw new Error(`not a row: ${JSON.stringify(row)}`);
    return verdict.row;
  });
}

/** Keys of a whole read: later copies of an id win, rows without id are numbered, posted ones first. */
function keyed(rows: readonly StagedInsert[]): Map<string, StagedInsert & { idless: boolean }> {
  const read = new Map<string, StagedInsert & { idless: boolean }>();
  for (const row of rows) if (row.key !== null) read.set(row.key, { ...row, idless: false });
  const counts = new Map<string, number>();
  const idless = rows.filter((row) => row.key === null);
  for (const row of [...idless.filter((r) => !r.pending), ...idless.filter((r) => r.pending)]) {
    const number = (counts.get(row.hash) ?? 0) + 1;
    counts.set(row.hash, number);
    read.set(syntheticKey(row.hash, number), { ...row, idless: true });
  }
  return read;
}

/** The ledger of one account in memory: the same steps as the worker's SQL, small enough to trust. */
export class LedgerModel {
  rows: ModelRow[] = [];
  private next = 1;

  live(): ModelRow[] {
    return this.rows.filter((row) => row.life === 'live');
  }

  /** Applies one read and returns what was decided. */
  read(wire: readonly WireRow[], facts: Partial<ReadFacts> = {}): Decisions {
    const broken = wire.filter((row) => row.amount === null);
    const seen = new Set(broken.flatMap((row) => row.id ?? []));
    const known = this.rows.filter((row) => seen.has(row.storedKey));
    const read: ReadFacts = {
      complete: true,
      obscured: broken.length > known.length,
      pendingAsked: true,
      from: '2000-01-01',
      to: '2999-01-01',
      ...facts,
    };
    const sound = judged(wire.filter((row) => row.amount !== null));
    const staged = keyed(sound.filter((row) => read.pendingAsked || !row.pending));
    const input = this.partition(staged, seen, read);
    this.updateKnown(staged);
    const decisions = reconcile(input);
    this.apply(input, staged, decisions);
    return decisions;
  }

  private partition(
    staged: Map<string, StagedInsert & { idless: boolean }>,
    seen: ReadonlySet<string>,
    read: ReadFacts,
  ): ReconcileInput {
    const isSeen = (key: string): boolean => staged.has(key) || seen.has(key);
    const byKey = new Map(this.rows.map((row) => [row.storedKey, row]));
    const byAlias = new Map(
      this.rows.flatMap((row) => row.aliases.map((key) => [key, row] as const)),
    );
    const fresh: FreshRow[] = [...staged]
      .filter(([key]) => !byKey.has(key))
      .map(([key, row]) => ({ ...row, ref: key, key }));
    const aliased = fresh.flatMap((row) => {
      const owner = byAlias.get(row.key);
      const { ref, key, hash, pending } = row;
      if (owner === undefined) return [];
      const ownerPosted = stagedPosted(staged, owner.storedKey);
      return [{ ref, key, hash, pending, id: owner.id, ownerPosted }];
    });
    const covered = (date: string): boolean => date >= read.from && date <= read.to;
    const named = this.rows.map((row, rank) => ({ ...row, key: row.storedKey, rank }));
    return {
      read,
      fresh,
      aliased,
      open: named
        .filter((row) => row.pending && !stagedPosted(staged, row.key))
        .map((row) => ({ ...row, listed: isSeen(row.key), missedReads: row.missed })),
      absent: named.filter(
        (row) => !row.pending && !isSeen(row.key) && !row.aliases.some(isSeen) && covered(row.date),
      ),
      settled: named.filter((row) => !row.pending && !row.absorbed),
    };
  }

  private updateKnown(staged: Map<string, StagedInsert & { idless: boolean }>): void {
    for (const row of this.rows) {
      const now = staged.get(row.storedKey);
      if (now === undefined) continue;
      if (row.pending && !now.pending) row.absorbed = true;
      if (row.life === 'vanished') row.life = 'live';
      Object.assign(row, { ...now, pending: row.pending && now.pending });
    }
  }

  private apply(
    input: ReconcileInput,
    staged: Map<string, StagedInsert & { idless: boolean }>,
    decisions: Decisions,
  ): void {
    const named = new Set<string>(decisions.deferred);
    for (const { ref, id, reason } of decisions.claims) {
      named.add(ref);
      const row = this.get(id);
      this.dropAlias(ref);
      this.dropAlias(row.storedKey);
      row.aliases.push(row.storedKey);
      const now = staged.get(ref);
      if (now === undefined) throw new Error(`claimed an unknown row ${ref}`);
      const absorbed = row.absorbed || (row.pending && !now.pending);
      Object.assign(row, now, { storedKey: ref, absorbed, missed: 0, stale: false });
      if (row.life === 'vanished') row.life = 'live';
      if (reason === 'returned') row.aliases = row.aliases.filter((key) => key !== ref);
    }
    for (const { ref } of decisions.suppressed) named.add(ref);
    const ids = new Map<string, string>();
    for (const fresh of input.fresh) {
      if (named.has(fresh.ref)) continue;
      const row = staged.get(fresh.ref);
      if (row === undefined) throw new Error('fresh row is not staged');
      const id = `r${this.next}`;
      this.next += 1;
      ids.set(fresh.ref, id);
      this.dropAlias(fresh.ref);
      const clean = { aliases: [], absorbed: false, missed: 0, stale: false, edited: false };
      this.rows.push({ ...row, ...clean, id, storedKey: fresh.ref, life: 'live' });
    }
    for (const { ref, by } of decisions.suppressed) {
      const row = this.get('id' in by ? by.id : (ids.get(by.ref) ?? ''));
      if (!row.pending) row.absorbed = true;
      // A key leads to one row: the first that had it, until another is known by it.
      const isTaken = this.rows.some((other) => other.aliases.includes(ref));
      if (row.storedKey !== ref && !row.pending && !isTaken) row.aliases.push(ref);
    }
    for (const id of decisions.missed) this.get(id).missed += 1;
    for (const id of decisions.removed) this.get(id).life = 'vanished';
    for (const id of decisions.flagged) this.get(id).stale = true;
    for (const id of decisions.seenAgain) Object.assign(this.get(id), { missed: 0, stale: false });
  }

  private dropAlias(key: string): void {
    for (const row of this.rows) row.aliases = row.aliases.filter((each) => each !== key);
  }

  /** The row of that id; throws when there is none. */
  get(id: string): ModelRow {
    const row = this.rows.find((candidate) => candidate.id === id);
    if (row === undefined) throw new Error(`no row ${id}`);
    return row;
  }
}

function stagedPosted(staged: Map<string, StagedInsert>, key: string): boolean {
  return staged.get(key)?.pending === false;
}

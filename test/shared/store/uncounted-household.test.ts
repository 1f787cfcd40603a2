import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Tx } from '../../../shared/postgres/connect.ts';
import { RowState } from '#preflight/rules/row-state';
import { RuleSet } from '../../../shared/rules/rule-set.ts';
import { createStages } from '../../../shared/imports/session/stages.ts';
import { applyTransfers } from '../../../shared/imports/session/apply-transfers.ts';
import type { Habits } from '../../../shared/transfers/habits.ts';
import { readHabits } from '../../../shared/transfers/store/past-sides.ts';
import { writeTransactions } from '../../../shared/imports/csv/write-transactions.ts';
import { mergeAccounts } from '../../../shared/removal/account-merge/merge-accounts.ts';
import { removeAccount } from '../../../shared/removal/account-removal.ts';
import { countUses, replaceReferences } from '../../../shared/removal/replace-references.ts';
import { listTransactions } from '../../../shared/ledger/transaction-list.ts';
import { createMatchTables } from '../../../shared/imports/match/match-tables.ts';
import { settleMirrors } from '../../../shared/rules/store/rule-mirrors.ts';
import { readRows } from '../../../shared/rules/store/rule-rows.ts';
import { listRuleAccounts, planTransfers } from '../../../shared/rules/store/rule-transfers.ts';
import type { TransferScope } from '../../../shared/rules/store/rule-transfers.ts';
import { insertRequestedRuleRun } from '../../../shared/rules/store/rule-runs.ts';
import {
  insertRuleWork,
  listClaimedTransactionIds,
} from '../../../shared/rules/store/rule-work.ts';
import { adoptImportedRows } from '../../../shared/sync/store/adopt-imported.ts';
import { countSeenKnown, listReissued } from '../../../shared/sync/store/read-coverage.ts';
import { fillReadRows } from '../../../shared/sync/store/read-rows.ts';
import {
  applyClaims,
  applySuppressions,
  deleteTakenAliases,
  insertFreshRows,
  updateKnownRows,
} from '../../../shared/sync/store/reconcile-writes.ts';
import { insertSeenKeys, toLines } from '../../../shared/sync/store/staged-pages.ts';
import { listSuggestions } from '../../../shared/sync/store/transaction-suggestions.ts';
import {
  readNeighbourhood,
  readTransferContext,
} from '../../../shared/transfers/store/neighbourhood.ts';
import { signChanges } from '../../../shared/changes/sign-changes.ts';
import { undoWrites } from '../../../shared/removal/undo/undo-writes.ts';
import {
  insertNumbered,
  insertCounted,
  NEIGHBOURS,
  readsOf,
} from '../../helpers/uncounted-household.ts';
import type { UncountedHousehold } from '../../helpers/uncounted-household.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const ROWS = 20;
const NOW = new Date('2026-06-01T12:00:00Z');

/** What a bank or a file calls row `n`, as `insertNumbered` dates and prices it. */
const rowOf = (n: number) => ({
  key: `bank ${n}`,
  hash: '00',
  date: new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
  amount: String(-n),
  currency: 'EUR',
  name: `Row ${n}`,
  label: `row ${n}`,
  merchant: `Row ${n}`,
  description: null,
  pending: false,
});

const readLines = toLines(
  1,
  Array.from({ length: ROWS }, (_, index) => rowOf(index + 1)),
);

/** Links row by row. */
async function insertTransfers(tx: Tx, householdId: string, inflows: string[], outflows: string[]) {
  await tx`
    insert into transfers (household_id, inflow_transaction_id, outflow_transaction_id, status)
    select ${householdId}, i, o, 'confirmed'
    from unnest(${inflows}::uuid[], ${outflows}::uuid[]) as pair (i, o)`;
}

/** Puts a new tag on each. */
async function tagAll(tx: Tx, householdId: string, ids: string[]): Promise<string> {
  const [tag] = await tx<[{ id: string }]>`
    insert into tags (household_id, name) values (${householdId}, 'Tag') returning id`;
  await tx`
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select ${householdId}, tagged.id, ${tag.id}
    from unnest(${ids}::uuid[]) as tagged (id)`;
  return tag.id;
}

async function insertImport(tx: Tx, householdId: string): Promise<string> {
  const [made] = await tx<{ id: string }[]>`
    insert into imports (household_id, type, status, request_digest, filename, content_type, byte_size, run_id)
    values (${householdId}, 'transactions', 'complete', '', '', '', 0, gen_random_uuid())
    returning id`;
  return made?.id ?? '';
}

/** What is done in the household; `counted` counts what it reads. */
type Play = (
  tx: Tx,
  household: UncountedHousehold,
  counted: <T>(work: () => Promise<T>) => Promise<T>,
) => Promise<void>;

const PLAYS: Readonly<Record<string, Play>> = {
  'the rows that wait for rules': async (tx, { householdId, accountId, otherId }, counted) => {
    const ids = await insertNumbered(tx, householdId, accountId, ROWS);
    await insertNumbered(tx, householdId, otherId, ROWS, { amount: 'n' });
    const { id: runId } = await insertRequestedRuleRun(tx, householdId, {
      ruleId: null,
      ignoreLocks: false,
    });
    await insertRuleWork(tx, householdId, runId, ids);
    const listed = await counted(() =>
      listClaimedTransactionIds(tx, householdId, runId, { withCounterparts: true }),
    );
    expect(listed).to.have.length(2 * ROWS);
  },
  'counterparts that rules made': async (tx, { householdId, accountId, otherId }, counted) => {
    const ids = await insertNumbered(tx, householdId, accountId, ROWS);
    const mirrors = await insertNumbered(tx, householdId, otherId, ROWS, {
      amount: 'n',
      source: `'rule'`,
    });
    await tx`
      update transactions m
      set mirror_of = pair.id
      from unnest(${mirrors}::uuid[], ${ids}::uuid[]) as pair (mirror_id, id)
      where m.id = pair.mirror_id`;
    await insertTransfers(tx, householdId, mirrors, ids);
    await tx`
      update transactions
      set removed_at = now(), removed_reason = 'user'
      where id = any(${ids.slice(0, ROWS / 2)}::uuid[])`;
    await insertNumbered(tx, householdId, otherId, ROWS, { amount: 'n' });
    await counted(() => settleMirrors(tx, householdId));
    const [left] =
      await tx`select from transactions where mirror_of is not null and removed_at is null`;
    expect(left).to.equal(undefined);
  },
  'other sides of transfers': async (tx, { householdId, accountId, otherId }, counted) => {
    const ids = await insertNumbered(tx, householdId, accountId, ROWS);
    await insertNumbered(tx, householdId, otherId, ROWS, { amount: 'n' });
    const context = await readTransferContext(tx, householdId);
    const habits = (): Promise<Habits> => readHabits(tx, context);
    const { pairs } = await counted(() => readNeighbourhood(tx, context, ids, habits));
    expect(pairs).to.have.length(ROWS);
  },
  'what an undone import made and changed': async (
    tx,
    { householdId, accountId, otherId },
    counted,
  ) => {
    const sourceId = randomUUID();
    const before = await insertNumbered(tx, householdId, otherId, ROWS);
    const [category] = await tx<{ id: string }[]>`
      insert into categories (household_id, name) values (${householdId}, 'Category') returning id`;
    await signChanges(tx, { by: 'import', id: sourceId });
    const made = await insertNumbered(tx, householdId, accountId, ROWS);
    await tagAll(tx, householdId, [...before, ...made]);
    await tx`update transactions set category_id = ${category?.id ?? ''} where id = any(${before}::uuid[])`;
    await tx`select set_config('ledgerline.cause', '', true)`;
    await tx`update transactions set locked_attributes = '{"notes": "now"}' where id = ${made[0] ?? ''}`;
    const { removed, restored } = await counted(() =>
      undoWrites(tx, { householdId, sourceId }, NOW),
    );
    expect([removed['transactions'], restored]).to.deep.equal([ROWS - 1, { transactions: ROWS }]);
  },
  'rows of a file that a bank brings': async (tx, { householdId, accountId }, counted) => {
    const importId = await insertImport(tx, householdId);
    await insertNumbered(tx, householdId, accountId, ROWS, {
      source: `'csv_import'`,
      import_id: `'${importId}'::uuid`,
      import_external_id: `'bank ' || n`,
    });
    const scope = { householdId, accountId, syncAccountId: randomUUID() };
    await fillReadRows(tx, scope, { staged: false, lastPage: readLines });
    await insertFreshRows(tx, scope, [], NOW);
    const { adopted } = await counted(() => adoptImportedRows(tx, scope, [], NOW));
    expect(adopted).to.equal(ROWS);
  },
  'what a file updates': async (tx, { householdId, accountId }, counted) => {
    const importId = await insertImport(tx, householdId);
    const ids = await insertNumbered(tx, householdId, accountId, ROWS);
    await tx`insert into tags (household_id, name) values (${householdId}, 'Tag')`;
    await tx`
      insert into import_rows (household_id, import_id, line, verdict, of_id, certainty, notes, tags, account_id)
      select ${householdId}, ${importId}, place, 'update', id, 'exact', 'A note', '{Tag}', ${accountId}
      from unnest(${ids}::uuid[]) with ordinality as stored (id, place)`;
    await createMatchTables(tx);
    const scope = { householdId, importId };
    const { updated } = await counted(() => writeTransactions(tx, scope, () => undefined));
    expect(updated).to.deep.equal({ transactions: ROWS });
  },
  'transfers of a session': async (tx, { householdId, accountId, otherId }, counted) => {
    const sessionId = randomUUID();
    const of = { import_session_id: `'${sessionId}'::uuid`, source: `'native_session'` };
    await insertNumbered(tx, householdId, accountId, ROWS, {
      ...of,
      external_id: `'Transaction:out' || n`,
    });
    await insertNumbered(tx, householdId, otherId, ROWS, {
      ...of,
      amount: 'n',
      external_id: `'Transaction:in' || n`,
    });
    await createStages(tx);
    await tx`
      insert into stage_transfers (line, inflow_ref, outflow_ref, status, mirror)
      select n, 'in' || n, 'out' || n, 'confirmed', 'inflow'
      from generate_series(1, ${ROWS}::integer) n`;
    const scope = { householdId, sessionId, source: 'native_session' };
    const { counts } = await counted(() => applyTransfers(tx, scope));
    expect(counts).to.include({ created: ROWS });
  },
  'what two merged accounts have': async (tx, { householdId, accountId, otherId }, counted) => {
    const of = { source: `'provider'`, external_id: `'bank ' || n` };
    const kept = await insertNumbered(tx, householdId, accountId, ROWS, of);
    const gone = await insertNumbered(tx, householdId, otherId, ROWS, of);
    await tagAll(tx, householdId, gone);
    const lines = await insertNumbered(tx, householdId, otherId, ROWS);
    await tx`
      update transactions line
      set parent_id = pair.id
      from unnest(${lines}::uuid[], ${gone}::uuid[]) as pair (line_id, id)
      where line.id = pair.line_id`;
    const merge = { householdId, fromId: otherId, intoId: accountId, now: NOW };
    const merged = await counted(() => mergeAccounts(tx, merge));
    expect(merged).to.deep.include({ transactions: { moved: ROWS, joined: ROWS } });
    const [line] = await tx`select from transactions where parent_id = ${kept[0] ?? ''}`;
    expect(line).not.to.equal(undefined);
  },
  'what a removed account was paired with': async (
    tx,
    { householdId, accountId, otherId },
    counted,
  ) => {
    const ids = await insertNumbered(tx, householdId, accountId, ROWS, {
      kind: `'funds_movement'`,
    });
    const others = await insertNumbered(tx, householdId, otherId, ROWS, {
      amount: 'n',
      kind: `'funds_movement'`,
    });
    await insertTransfers(tx, householdId, others, ids);
    expect(await counted(() => removeAccount(tx, householdId, accountId, NOW))).to.equal(true);
    const [left] =
      await tx`select from transactions where id = any(${others}::uuid[]) and kind <> 'standard'`;
    expect(left).to.equal(undefined);
  },
  'rows that a bank lists under new ids': async (tx, { householdId, neighboursId }, counted) => {
    await insertNumbered(tx, householdId, neighboursId, ROWS, {
      source: `'provider'`,
      external_id: `'former ' || n`,
      content_hash: `'\\x00'`,
    });
    const scope = { householdId, accountId: neighboursId, syncAccountId: randomUUID() };
    await fillReadRows(tx, scope, { staged: false, lastPage: readLines });
    const days = { from: '2020-01-01', to: '2026-12-31' };
    const { absent } = await counted(() => listReissued(tx, scope, days));
    expect(absent).to.have.length(ROWS);
  },
  'what a rule takes for transfers': async (
    tx,
    { householdId, accountId, neighboursId },
    counted,
  ) => {
    const ids = await insertNumbered(tx, householdId, accountId, ROWS);
    const rules = new RuleSet([], { ignoreLocks: false, exists: () => true });
    const rows = await readRows(tx, { householdId, rules }, ids);
    const states = new Map(rows.map((row) => [row.id, new RowState(row)]));
    for (const state of states.values()) state.matched.push(0);
    const accounts = new Map(
      (await listRuleAccounts(tx, householdId)).map((each) => [each.id, each]),
    );
    const paired: TransferScope['paired'] = new Map();
    const contributionsCategory = () => Promise.resolve(null);
    const scope = { householdId, rules, accounts, states, paired, contributionsCategory };
    await counted(() => planTransfers(tx, scope, { rule: 0, action: 0, accountId: neighboursId }));
    expect(paired.size).to.equal(2 * ROWS);
  },
  'what a removed category and tag are on': async (tx, { householdId, accountId }, counted) => {
    const ids = await insertNumbered(tx, householdId, accountId, ROWS);
    const tagId = await tagAll(tx, householdId, ids);
    const [category] = await tx<[{ id: string }]>`
      insert into categories (household_id, name) values (${householdId}, 'Category') returning id`;
    await tx`update transactions set category_id = ${category.id} where id = any(${ids}::uuid[])`;
    const removed = { householdId, intoId: null, now: NOW };
    const uses = await counted(async () => {
      const tag = { ...removed, table: 'tags', fromId: tagId } as const;
      const counts = await countUses(tx, tag);
      await replaceReferences(tx, tag);
      await replaceReferences(tx, { ...removed, table: 'categories', fromId: category.id });
      return counts;
    });
    expect(uses).to.deep.equal({ transactions: ROWS });
  },
  'what a bank changes': async (tx, { householdId, accountId }, counted) => {
    const of = { source: `'provider'`, external_id: `'bank ' || n` };
    const scope = { householdId, accountId, syncAccountId: randomUUID() };
    const changed = await insertNumbered(tx, householdId, accountId, ROWS, of);
    const former = await insertNumbered(tx, householdId, accountId, ROWS, {
      ...of,
      external_id: `'former ' || n`,
    });
    await fillReadRows(tx, scope, { staged: false, lastPage: readLines });
    await tx`
      update read_rows set transaction_id = id, differs = true
      from unnest(${changed}::uuid[]) with ordinality as stored (id, n)
      where row_key = 'bank ' || n`;
    const keys = Array.from({ length: ROWS }, (_, index) => `new ${index + 1}`);
    await counted(() => updateKnownRows(tx, scope, NOW));
    await tx`update read_rows set row_key = 'new ' || substr(row_key, 6), transaction_id = null`;
    const claims = former.map((id, index) => ({ id, key: keys[index] ?? '' }));
    const old = await counted(() => applyClaims(tx, scope, claims, NOW));
    expect(old).to.have.length(ROWS);
    const suppressed = changed.map((id, index) => ({
      key: `twin ${index}`,
      pending: true,
      id,
      byKey: null,
    }));
    await counted(async () => {
      await applySuppressions(tx, scope, suppressed, NOW);
      await deleteTakenAliases(tx, scope, [...old, ...keys]);
    });
    // The keys are those of a sync that is not there.
    await tx`set local session_replication_role = replica`;
    await insertSeenKeys(tx, scope.syncAccountId, keys);
    expect(await counted(() => countSeenKnown(tx, scope))).to.equal(ROWS);
  },
  'suggestions of a bank’s rows': async (tx, { householdId, accountId }, counted) => {
    const ids = await insertNumbered(tx, householdId, accountId, ROWS);
    const pending = await insertNumbered(tx, householdId, accountId, ROWS, { pending: 'true' });
    await tx`
      insert into transaction_suggestions (household_id, transaction_id, candidate_ids)
      select ${householdId}, id, array[candidate]
      from unnest(${ids}::uuid[], ${pending}::uuid[]) as pair (id, candidate)`;
    const { totalCount } = await counted(() =>
      listSuggestions(tx, householdId, { accountId: undefined }, { page: 1, perPage: ROWS }),
    );
    expect(totalCount).to.equal(ROWS);
  },
  'transactions with a tag': async (tx, { householdId, accountId }, counted) => {
    const tagId = await tagAll(
      tx,
      householdId,
      await insertNumbered(tx, householdId, accountId, ROWS),
    );
    const { rows } = await counted(() =>
      listTransactions(tx, householdId, { tagId }, '-date', { page: 1, perPage: ROWS }),
    );
    expect(rows).to.have.length(ROWS);
  },
  'a page of transactions': async (tx, { householdId, accountId }, counted) => {
    await insertNumbered(tx, householdId, accountId, ROWS);
    const { rows } = await counted(() =>
      listTransactions(tx, householdId, {}, '-date', { page: 1, perPage: ROWS }),
    );
    expect(rows).to.have.length(ROWS);
  },
};

/** How often a play may read the household whole: fewer times than it looks up rows. Default: not once. */
const READS_WHOLE: Readonly<Record<string, number>> = {
  'what an undone import made and changed': (3 * ROWS) / 5,
  'what two merged accounts have': ROWS / 2,
  'transactions with a tag': 3,
  'a page of transactions': 2,
};

describe('in a household that the planner’s figures do not know yet', () => {
  const database = withDatabase();
  before(() => insertCounted(database.sql));

  for (const [what, play] of Object.entries(PLAYS))
    it(`looks up ${what} by their keys`, async () => {
      const tables = ['transactions', 'transaction_tags', 'import_rows'];
      const read = await readsOf(database.sql, tables, play);
      expect(read).to.be.below(NEIGHBOURS * (READS_WHOLE[what] ?? 1));
    });
});

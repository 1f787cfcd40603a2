import { randomUUID } from 'node:crypto';
import { seededRandom } from '../../sandbox-provider/random.ts';
import { createSandboxProvider, type SandboxProvider } from '../../sandbox-provider/server.ts';
import { addDays, daysBetween } from '#preflight/days';
import { bankYear, feedOn, fileRows, YEAR_START, type Purchase } from './bank-year.ts';
import { importText } from './import-text.ts';
import { newAccount } from './rule-fixtures.ts';
import { createSyncHarness, type SyncHarness } from './sync-harness.ts';
import type { TestDatabase } from './with-database.ts';

/** What a year consists of, and how the bank writes its files. */
export interface PlayedYear {
  purchases: readonly Purchase[];
  /** In the order in which they are done. Without a sync the ledger has what the files have. */
  steps: readonly Step[];
  /** The file of a step, and the purchases in it. */
  write: (step: ImportStep) => { rows: readonly Purchase[]; text: string };
}

interface LedgerRow {
  externalId: string | null;
  date: string;
  amount: string;
  name: string;
}

/** A file of the days from … to, as downloaded on one day and imported on another. */
export interface ImportStep {
  kind: 'import';
  day: string;
  from: string;
  to: string;
  downloaded: string;
}

export type Step = { kind: 'sync'; day: string } | ImportStep;

export type BankYearPlay = Awaited<ReturnType<typeof startBankYears>>;

/** Plays years of made-up banks: the real sync and the real import against a sandbox provider. */
export async function startBankYears(database: TestDatabase) {
  const sandbox = await createSandboxProvider({ settings: { rate_headers: false } }).listen();
  const harness = createSyncHarness(database, sandbox.url);
  return {
    /** A year with files in CSV, unless another is given. */
    play: (seed: string, year = yearInCsv(seed)) => playYear(database, sandbox, harness, year),
    close: () => sandbox.close(),
  };
}

function yearInCsv(seed: string): PlayedYear {
  const purchases = bankYear(seed);
  return {
    purchases,
    steps: planSteps(seed),
    write(step) {
      const rows = fileRows(purchases, { ...step, today: step.downloaded });
      return { rows, text: csvOf(rows) };
    },
  };
}

/** Purchases as a file in CSV has them. */
export function csvOf(rows: readonly Purchase[]): string {
  const lines = rows.map(({ fileDate, amount, fileName }) => `${fileDate},${amount},${fileName}`);
  return `date,amount,name\n${lines.join('\n')}\n`;
}

/** What is wrong with the ledger at the end of a year, as lines for a person; all empty when it holds. */
async function playYear(
  database: TestDatabase,
  sandbox: SandboxProvider,
  harness: SyncHarness,
  { purchases, steps, write }: PlayedYear,
) {
  const key = randomUUID();
  let today = YEAR_START;
  const account = {
    id: '1',
    listing: { id: '1', name: 'Everyday', currency: 'EUR', status: 'ACTIVE' },
    balance: { amount: 100, currency: 'EUR' },
    holdings: null,
    rows: () => feedOn(purchases, today),
    settle: () => 0,
  };
  sandbox.state.users.set(key, { key, accounts: [account] });
  const owner = await harness.connect(key);
  const expected = new Map<string, Purchase>();
  let floor: string | null = null;
  const story: string[] = [];
  for (const step of steps) {
    today = step.day;
    harness.clock.set(`${today}T06:00:00Z`);
    if (step.kind === 'sync') {
      story.push(`${today} sync`);
      const done = await harness.sync(owner);
      if (done.status !== 'completed') throw new Error(`the sync of ${today} ended ${done.status}`);
      floor ??= addDays(today, -90);
      continue;
    }
    const { rows, text } = write(step);
    story.push(`${today} import ${step.from}..${step.to} as of ${step.downloaded}`);
    if (rows.length === 0) continue;
    for (const row of rows) expected.set(row.id, row);
    const accountId = await findAccount(database, owner.householdId);
    const target = { householdId: owner.householdId, accountId };
    await importText(database, target, text, harness.clock.now());
  }
  for (const row of purchases) if (row.feedDate >= (floor ?? today)) expected.set(row.id, row);
  const ledger = await listLedger(database, owner.householdId);
  sandbox.state.users.delete(key);
  return {
    ...compare([...expected.values()], ledger),
    /** Rows whose pending form a person has to choose. */
    asked: await countAsked(database, owner.householdId),
    /** What was done, in order. */
    story,
    rows: ledger.length,
  };
}

/**
 * Two months at a time: a sync, a file of both months, another sync, perhaps a file of the second month again, on days
 * drawn at random, so in any order; a file may lie about for days before it is imported. The year ends with syncs on
 * the days that a pending row may take to vanish.
 */
export function planSteps(seed: string): Step[] {
  const random = seededRandom(`steps ${seed}`);
  const steps: Step[] = [{ kind: 'sync', day: addDays(YEAR_START, random.whole(1, 100)) }];
  const [first] = steps.map(({ day }) => day);
  const addImport = (from: string, to: string, downloaded: string): void => {
    const day = addDays(downloaded, random.whole(0, 9));
    if (day > (first ?? '')) steps.push({ kind: 'import', day, from, to, downloaded });
  };
  for (let month = 0; month < 12; month += 2) {
    const start = monthStart(month);
    const [middle, end] = [monthStart(month + 1), addDays(monthStart(month + 2), -1)];
    const dayIn = (from: string): string => addDays(from, random.whole(0, 36));
    for (const from of [start, middle]) {
      const day = dayIn(from);
      if (day > (first ?? '')) steps.push({ kind: 'sync', day });
    }
    addImport(start, end, addDays(middle, random.whole(-5, 36)));
    if (random.whole(0, 1) === 1) addImport(middle, end, addDays(end, random.whole(-20, 10)));
  }
  const last = addDays(YEAR_START, 366 + 20);
  steps.push({ kind: 'import', day: last, from: monthStart(9), to: last, downloaded: last });
  for (const days of [-10, 1, 2, 3]) steps.push({ kind: 'sync', day: addDays(last, days) });
  return steps.sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1));
}

export function monthStart(month: number): string {
  return new Date(Date.UTC(2024, month, 1)).toISOString().slice(0, 10);
}

/** The household's account: that of the first sync, or one made by hand. */
async function findAccount({ sql }: TestDatabase, householdId: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select id
    from accounts
    where household_id = ${householdId}`;
  if (row !== undefined) return row.id;
  return newAccount(sql, householdId, { name: 'Everyday' });
}

async function listLedger({ sql }: TestDatabase, householdId: string): Promise<LedgerRow[]> {
  return sql<LedgerRow[]>`
    select external_id, date::text, amount::text, name
    from transactions
    where household_id = ${householdId}
      and removed_at is null`;
}

async function countAsked({ sql }: TestDatabase, householdId: string): Promise<number> {
  const [row] = await sql<{ asked: number }[]>`
    select count(*)::integer as asked
    from transaction_suggestions
    where household_id = ${householdId}`;
  return row?.asked ?? 0;
}

/** Days from a row to the neighbour that it was taken for. */
const NEIGHBOUR_DAYS = 7;

/**
 * Compares a ledger with the truth, independently of how the service matches: a row with the bank's id is that purchase;
 * any other row has to be one of those left, with its amount and a day that feed or file gave it.
 */
function compare(expected: readonly Purchase[], ledger: readonly LedgerRow[]) {
  const left = new Map(expected.map((purchase) => [purchase.id, purchase]));
  const unknown: LedgerRow[] = [];
  for (const row of ledger) {
    if (row.externalId === null || !left.delete(row.externalId)) unknown.push(row);
  }
  const owner = new Map<Purchase, LedgerRow>();
  const rest = [...left.values()];
  const odd = unknown.filter((row) => !give(row, rest, owner, new Set()));
  const lost = rest.filter((purchase) => !owner.has(purchase));
  const exchanged = odd.filter((row) => {
    const at = lost.findIndex(
      ({ amount, feedDate, fileDate }) =>
        Number(amount) === Number(row.amount) &&
        [feedDate, fileDate].some((day) => Math.abs(daysBetween(day, row.date)) <= NEIGHBOUR_DAYS),
    );
    return at >= 0 && lost.splice(at, 1).length > 0;
  });
  const tell = (row: LedgerRow) => `${row.date} ${row.amount} ${row.name} (${row.externalId})`;
  return {
    doubled: odd.filter((row) => !exchanged.includes(row)).map(tell),
    lost: lost.map(
      (row) => `${row.id} ${row.feedDate}/${row.fileDate} ${row.amount} ${row.feedName}`,
    ),
    /** Rows in the right number, of which one has the days of a neighbour of its price. */
    exchanged: exchanged.map(tell),
  };
}

/** Gives a row a purchase that fits, moving others over if need be. */
function give(
  row: LedgerRow,
  purchases: readonly Purchase[],
  owner: Map<Purchase, LedgerRow>,
  tried: Set<Purchase>,
): boolean {
  for (const purchase of purchases) {
    const { amount, feedDate, fileDate } = purchase;
    if (Number(amount) !== Number(row.amount) || tried.has(purchase)) continue;
    if (row.date !== feedDate && row.date !== fileDate) continue;
    tried.add(purchase);
    const rival = owner.get(purchase);
    if (rival === undefined || give(rival, purchases, owner, tried)) {
      owner.set(purchase, row);
      return true;
    }
  }
  return false;
}

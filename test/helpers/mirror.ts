import { expect } from 'chai';
import { normalizeDecimal } from '#preflight/money';

/** Asks the API and returns the parsed body, or text where the answer is no JSON. */
export type Ask = (path: string) => Promise<any>;

export type Mirror = ReturnType<typeof createMirror>;

/** What a client holds that knows nothing but the feed; empty at first. */
export function createMirror(ask: Ask) {
  const records = new Map<string, Map<string, any>>();
  const households = new Map<string, Set<string>>();
  let cursor: string | undefined;
  return {
    /** By type and id, as they came. */
    records,
    /** The place up to which it has read. */
    get cursor() {
      return cursor;
    },
    /** Reads what follows. Returns the items, in their order. */
    async follow(limit = 500) {
      const items: any[] = [];
      for (let isMore = true; isMore;) {
        const query = `limit=${limit}${cursor === undefined ? '' : `&cursor=${cursor}`}`;
        const page = await ask(`/api/v1/changes?${query}`);
        for (const item of page.data) {
          const ofType = records.get(item.type) ?? new Map<string, any>();
          records.set(item.type, ofType);
          const owned = households.get(item.household_id) ?? new Set();
          households.set(item.household_id, owned.add(item.id));
          if (item.operation === 'delete') ofType.delete(item.id);
          else ofType.set(item.id, item.record);
          if (item.operation === 'delete' && item.type === 'household') {
            for (const each of records.values()) for (const id of owned) each.delete(id);
          }
          items.push(item);
        }
        cursor = page.next_cursor;
        isMore = page.has_more;
      }
      return items;
    },
  };
}

/** The lists of the API by the type of their records. */
const LISTS: Readonly<Record<string, string>> = {
  provider_connection: '/provider_connections',
  account: '/accounts',
  account_suggestion: '/account_suggestions',
  category: '/categories',
  tag: '/tags',
  merchant: '/merchants',
  rule: '/rules',
  budget: '/budgets',
  import_profile: '/import_profiles',
  import: '/imports',
  import_session: '/import_sessions',
  sync: '/syncs',
  rule_run: '/rule_runs',
  valuation: '/valuations',
  trade: '/trades',
  transaction: '/transactions',
};

/** Without what the guide says is asked for: progress, and balances that follow from transactions, as no bank states them. */
function ownFields({ balance, progress, ...own }: any) {
  return own.provider ? { ...own, balance } : own;
}

/** A record as the mirror has it, with the names of others from these. */
function withNames({ records }: Mirror, row: any): any {
  const nameOf = (type: string, id: string | null): string | null =>
    id === null ? null : (records.get(type)?.get(id)?.name ?? `no ${type}`);
  const joined = { ...ownFields(row) };
  if ('tag_names' in row) joined.tag_names = row.tag_ids.map((id: string) => nameOf('tag', id));
  if ('merchant_name' in row) joined.merchant_name = nameOf('merchant', row.merchant_id);
  if ('category_name' in row) joined.category_name = nameOf('category', row.category_id);
  return joined;
}

/** These show transactions and accounts as they were when the pair was last judged. */
const SHOWING_OTHERS = ['transfer_suggestion', 'transaction_suggestion', 'account_suggestion'];

/** What a mirror shows, by type and id: two that hold the same show the same. */
export function shownBy(mirror: Mirror): Map<string, string> {
  const own = [...mirror.records].filter(([type]) => !SHOWING_OTHERS.includes(type));
  return new Map(
    own.flatMap(([type, rows]) =>
      [...rows].map(([id, row]) => [`${type} ${id}`, JSON.stringify(withNames(mirror, row))]),
    ),
  );
}

/** Compares every record of every list with what the mirror holds. */
export async function expectLists(mirror: Mirror, ask: Ask): Promise<void> {
  for (const [type, path] of Object.entries(LISTS)) {
    const listed = new Map<string, any>();
    for (let after = ''; ;) {
      const { data, meta } = await ask(
        `/api/v1${path}?per_page=100${after === '' ? '' : `&after=${after}`}`,
      );
      for (const row of data) listed.set(row.id, ownFields(row));
      if (meta.next_cursor === null) break;
      after = meta.next_cursor;
    }
    const held = [...(mirror.records.get(type) ?? [])].map(
      ([id, row]) => [id, withNames(mirror, row)] as const,
    );
    const inOrder = (rows: Iterable<readonly [string, any]>) =>
      [...rows].sort(([one], [other]) => one.localeCompare(other));
    expect(inOrder(held), type).to.deep.equal(inOrder(listed));
  }
}

/** The types of an export that have ids, by those of the feed. */
const EXPORTED: Readonly<Record<string, string>> = {
  Account: 'account',
  Category: 'category',
  Tag: 'tag',
  Merchant: 'merchant',
  RecurringTransaction: 'recurring_transaction',
  Transaction: 'transaction',
  Transfer: 'transfer',
  RejectedTransfer: 'rejected_transfer',
  Trade: 'trade',
  Holding: 'holding',
  Valuation: 'valuation',
  Balance: 'balance',
  Budget: 'budget',
  ImportProfile: 'import_profile',
  Rule: 'rule',
};
/** In an export money out is positive. */
const FLOWS = ['Transaction', 'Trade', 'RecurringTransaction'];
/** What an export writes in another form: both in one. */
const ONE_FORM: Readonly<Record<string, (held: any, exported: any) => [unknown, unknown]>> = {
  locked_attributes: (held, exported) => [held, Object.keys(exported).sort()],
  inferred_settings: (held, exported) => [held.join(','), exported],
  // Only what a bank or a file said is exported.
  source: (held, exported) => [exported === null ? null : held, exported],
  // Readers of exports ask for one.
  ticker: (held, exported) => [held ?? exported, exported],
};

const inOneForm = (value: unknown): unknown =>
  typeof value === 'string' ? (normalizeDecimal(value) ?? value) : value;

/** Compares a value with that of an export; of objects, what both name. */
function expectShared(field: string, held: any, written: any, where: string): void {
  const [mine, exported]: [any, any] = ONE_FORM[field]?.(held, written) ?? [held, written];
  if (typeof mine !== 'object' || mine === null || typeof exported !== 'object') {
    expect(inOneForm(mine), where).to.deep.equal(inOneForm(exported));
    return;
  }
  if (Array.isArray(mine)) expect(mine.length, where).to.equal(exported.length);
  for (const [key, value] of Object.entries(exported)) {
    if (Object.hasOwn(mine, key)) expectShared(key, mine[key], value, `${where} ${key}`);
  }
}

/** Compares the export of the household with what the mirror holds: the same records, and the same values under the same names. */
export async function expectExport(mirror: Mirror, ask: Ask): Promise<void> {
  const text: string = await ask('/api/v1/export');
  const seen = new Map<string, Set<string>>(
    Object.values(EXPORTED).map((type) => [type, new Set()]),
  );
  const compare = (name: string, data: any): void => {
    const type = EXPORTED[name];
    if (type === undefined || data.id === undefined) return;
    seen.get(type)?.add(data.id);
    const held = mirror.records.get(type)?.get(data.id);
    expect(held, `${type} ${data.id}`).to.not.equal(undefined);
    for (const [field, value] of Object.entries(data)) {
      if (!Object.hasOwn(held, field)) continue;
      // A hand-kept account's balance follows from its transactions.
      if (name === 'Account' && field === 'balance') continue;
      const isFlow = field === 'amount' && (FLOWS.includes(name) || name === 'SplitLine');
      const mine = isFlow ? `-${held.amount}`.replace('--', '') : held[field];
      expectShared(field, mine, value, `${type} ${data.id} ${field}`);
    }
    for (const line of data.split_lines ?? []) compare('Transaction', line);
  };
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const { type, data } = JSON.parse(line);
    compare(type, data);
  }
  for (const [type, ids] of seen) {
    expect(new Set(mirror.records.get(type)?.keys() ?? []), `all of ${type}`).to.deep.equal(ids);
  }
}

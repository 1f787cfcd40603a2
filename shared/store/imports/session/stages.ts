import type { RecordTypeName } from '../../../imports/ndjson/record-types.ts';
import type { StagedRow, StagedValue } from '../../../sessions/records/fields.ts';
import type { Tx } from '../../../db/connect.ts';
import { copyIn } from '../../../db/copy-in.ts';

/**
 * Staging: the records of one chunk, read and checked, in temporary tables of the chunk's transaction.
 * From there each type is written with a few set-based statements. Tables empty themselves at commit.
 */
export type StagedType = Exclude<RecordTypeName, 'Rule'>;

interface Stage {
  readonly table: string;
  /** Column to SQL type, beside `line` and `id`. */
  readonly columns: Readonly<Record<string, string>>;
}

/** The ids are looked up once the rows are staged. */
const pair = { inflow_ref: 'text', outflow_ref: 'text', inflow_id: 'uuid', outflow_id: 'uuid' };
const security = {
  ticker: 'text',
  mic: 'text',
  security_name: 'text',
  security_currency: 'text',
  isin: 'text',
  figi: 'text',
  cusip: 'text',
  security_exact: 'boolean',
};

export const STAGES: Readonly<Record<StagedType, Stage>> = {
  Account: {
    table: 'stage_accounts',
    columns: {
      source_id: 'text',
      name: 'text',
      accountable_type: 'text',
      subtype: 'text',
      currency: 'text',
      balance: 'numeric',
      cash_balance: 'numeric',
      status: 'text',
      institution_name: 'text',
      institution_domain: 'text',
      notes: 'text',
      currency_unknown: 'boolean',
      opening_date: 'date',
      opening_skipped: 'boolean',
    },
  },
  Balance: {
    table: 'stage_balances',
    columns: {
      account_ref: 'text',
      date: 'date',
      currency: 'text',
      balance: 'numeric',
      cash_balance: 'numeric',
      components: 'jsonb',
      flows_factor: 'smallint',
    },
  },
  Category: {
    table: 'stage_categories',
    columns: {
      source_id: 'text',
      name: 'text',
      color: 'text',
      classification: 'text',
      icon: 'text',
      parent_ref: 'text',
    },
  },
  Tag: { table: 'stage_tags', columns: { source_id: 'text', name: 'text', color: 'text' } },
  Merchant: {
    table: 'stage_merchants',
    columns: {
      source_id: 'text',
      name: 'text',
      color: 'text',
      website_url: 'text',
      logo_url: 'text',
    },
  },
  RecurringTransaction: {
    table: 'stage_recurring_transactions',
    columns: {
      source_id: 'text',
      account_ref: 'text',
      merchant_ref: 'text',
      name: 'text',
      amount: 'numeric',
      currency: 'text',
      expected_day_of_month: 'integer',
      last_occurrence_date: 'date',
      next_expected_date: 'date',
      status: 'text',
      occurrence_count: 'integer',
    },
  },
  Transaction: {
    table: 'stage_transactions',
    columns: {
      external_id: 'text',
      parent_external_id: 'text',
      account_ref: 'text',
      date: 'date',
      amount: 'numeric',
      currency: 'text',
      name: 'text',
      notes: 'text',
      kind: 'text',
      excluded: 'boolean',
      pending: 'boolean',
      category_ref: 'text',
      merchant_ref: 'text',
      tag_refs: 'text[]',
      investment_activity_label: 'text',
      is_split_parent: 'boolean',
      provider_merchant: 'text',
      provider_description: 'text',
      extra: 'jsonb',
      locked_attributes: 'jsonb',
      rule_attributes: 'jsonb',
    },
  },
  Transfer: {
    table: 'stage_transfers',
    columns: { ...pair, status: 'text', notes: 'text', mirror: 'text' },
  },
  RejectedTransfer: {
    table: 'stage_rejected_transfers',
    columns: pair,
  },
  Trade: {
    table: 'stage_trades',
    columns: {
      external_id: 'text',
      account_ref: 'text',
      date: 'date',
      ...security,
      name: 'text',
      quantity: 'numeric',
      price: 'numeric',
      amount: 'numeric',
      currency: 'text',
      fee: 'numeric',
      investment_activity_label: 'text',
      notes: 'text',
    },
  },
  Holding: {
    table: 'stage_holdings',
    columns: {
      account_ref: 'text',
      date: 'date',
      ...security,
      quantity: 'numeric',
      price: 'numeric',
      value: 'numeric',
      currency: 'text',
      cost_basis: 'numeric',
      cost_basis_source: 'text',
      position: 'integer',
    },
  },
  Valuation: {
    table: 'stage_valuations',
    columns: {
      external_id: 'text',
      account_ref: 'text',
      date: 'date',
      kind: 'text',
      name: 'text',
      amount: 'numeric',
      currency: 'text',
      notes: 'text',
    },
  },
  Budget: {
    table: 'stage_budgets',
    columns: {
      source_id: 'text',
      start_date: 'date',
      end_date: 'date',
      budgeted_spending: 'numeric',
      expected_income: 'numeric',
      currency: 'text',
    },
  },
  BudgetCategory: {
    table: 'stage_budget_categories',
    columns: {
      budget_ref: 'text',
      category_ref: 'text',
      budgeted_spending: 'numeric',
      currency: 'text',
    },
  },
};

/** Makes the staging tables of this connection, once; they are empty at the start of each transaction. */
export async function createStages(tx: Tx): Promise<void> {
  const statements = Object.values(STAGES).map(({ table, columns }) => {
    const list = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    return `create temporary table if not exists ${table} (
      line integer not null,
      id uuid not null default gen_random_uuid(),
      known boolean not null default false,
      ${list.join(', ')}
    ) on commit delete rows`;
  });
  await tx.unsafe(statements.join(';\n'));
}

/** Tells the planner what is staged: temporary tables are never analyzed by themselves. */
export async function analyzeStages(tx: Tx, types: Iterable<StagedType>): Promise<void> {
  const tables = [...types].map((type) => STAGES[type].table);
  if (tables.length > 0) await tx.unsafe(`analyze ${tables.join(', ')}`);
}

/** A staged row and the line it came from. */
export interface LinedRow {
  line: number;
  row: StagedRow;
}

/** Appends rows to the staging table of a type with one COPY. */
export async function stageRows(
  tx: Tx,
  type: StagedType,
  rows: readonly LinedRow[],
): Promise<void> {
  const { table, columns } = STAGES[type];
  const names = Object.keys(columns);
  const text = rows.map(({ line, row }) => {
    const cells = names.map((name) => copyCell(row[name] ?? null));
    return `${line}\t${cells.join('\t')}\n`;
  });
  await copyIn(tx, `copy ${table} (line, ${names.join(', ')}) from stdin`, text.join(''));
}

const NEEDS_ESCAPE = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

function escapeCopy(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text;
  return text.replaceAll(/[\\\t\n\r]/g, (char) => ESCAPES[char] ?? char);
}

function copyCell(value: StagedValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escapeCopy(value);
  if (typeof value === 'object') {
    const items = value.map((item) => `"${item.replaceAll(/["\\]/g, (char) => `\\${char}`)}"`);
    return escapeCopy(`{${items.join(',')}}`);
  }
  return String(value);
}

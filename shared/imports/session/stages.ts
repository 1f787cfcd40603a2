import type { NamedRecordType, RecordTypeName } from '#preflight/records/record-types';
import { columnOf } from '#preflight/records/fields';
import { RECORD_TYPES } from '#preflight/records/record-types';
import type { StagedRow } from './records/read-fields.ts';
import type { Tx } from '../../postgres/connect.ts';
import { createTemporaryTables } from '../../postgres/temporary-tables.ts';
import { copyLine } from '../../postgres/driver/copy-text.ts';

/**
 * Staging: the records of one chunk, read and checked, in temporary tables of the chunk's transaction. From there a few set-based
 * statements write each type. The tables are emptied at commit.
 */
export type StagedType = Exclude<RecordTypeName, 'Rule'>;

interface Stage {
  readonly table: string;
  /** The table of the ledger. */
  readonly target: string;
  /** Column to SQL type, without `line` and `id`. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Columns that no single field of the record fills. The ids of a pair are looked up after the rows are staged. */
const pair = { inflow_id: 'uuid', outflow_id: 'uuid' };
const security = {
  security_currency: 'text',
  isin: 'text',
  figi: 'text',
  cusip: 'text',
  security_exact: 'boolean',
};
const inFile = {
  import_id: 'uuid',
  import_name: 'text',
  import_date: 'date',
  import_external_id: 'text',
};
const MORE_COLUMNS: Partial<Record<StagedType, Readonly<Record<string, string>>>> = {
  Account: { opening_skipped: 'boolean' },
  Balance: { components: 'jsonb' },
  Transaction: { parent_external_id: 'text', ...inFile },
  Transfer: pair,
  Trade: { ...security, ...inFile },
  Holding: security,
  RejectedTransfer: pair,
};

/** One stage for each type: the columns of its fields. */
export const STAGES = Object.fromEntries(
  RECORD_TYPES.filter(({ name }) => name !== 'Rule').map((type: NamedRecordType) => {
    const columns = Object.entries(type.fields).flatMap(([name, field]) => {
      const column = columnOf(name, field);
      return column === null ? [] : [[column, field.kind.sql] as const];
    });
    const more = MORE_COLUMNS[type.name as StagedType];
    const stage = {
      table: `stage_${type.entityKey}`,
      target: type.entityKey,
      columns: { ...Object.fromEntries(columns), ...more },
    };
    return [type.name, stage];
  }),
) as Readonly<Record<StagedType, Stage>>;

/** Creates the staging tables once per connection; they are empty at the start of each transaction. */
export async function createStages(tx: Tx): Promise<void> {
  const stages = Object.values(STAGES).map(({ table, columns }) => {
    const list = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    const all = `
      line integer not null,
      id uuid not null default uuidv7(),
      known boolean not null default false,
      ${list.join(', ')}`;
    return [table, all] as const;
  });
  await createTemporaryTables(tx, Object.fromEntries(stages));
}

/**
 * Gives the planner statistics on what is staged: temporary tables are never analyzed automatically. It needs the number of rows
 * and how alike they are; a sample of 3,000 is enough, and the default one takes ten times as long.
 */
export async function analyzeStages(tx: Tx, types: Iterable<StagedType>): Promise<void> {
  const tables = [...types].map((type) => STAGES[type].table);
  if (tables.length === 0) return;
  await tx`set local default_statistics_target = 10`;
  await tx.unsafe(`analyze ${tables.join(', ')}`);
}

export interface LinedRow {
  line: number;
  row: StagedRow;
}

export interface StageCopy {
  type: StagedType;
  statement: string;
  /** UTF-8. */
  text: Buffer;
}

/** Builds the COPY for rows. Leaves out columns that none of them fills: most exports use a third of a transaction's columns. */
export function toCopy(type: StagedType, rows: readonly LinedRow[]): StageCopy {
  const { table, columns } = STAGES[type];
  const filled = Object.keys(columns).filter((name) =>
    rows.some(({ row }) => row[name] !== null && row[name] !== undefined),
  );
  const text = rows.map(({ line, row }) =>
    copyLine([line, ...filled.map((name) => row[name] ?? null)]),
  );
  return {
    type,
    statement: `copy ${table} (${['line', ...filled].join(', ')}) from stdin`,
    text: Buffer.from(text.join('')),
  };
}

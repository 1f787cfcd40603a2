import type { TableIndex, TableParts } from './read-table.ts';

/** One step of the work, and what it is called in front of an operator. */
export interface Step {
  readonly name: string;
  readonly statements: readonly string[];
}

const KEY = 'household_id';

/**
 * The statements that make the table `transactions` one with partitions by hash of its household. Nothing is listed
 * here that the catalog knows: what migrations add later is carried over as well.
 */
export function planPartitions(parts: TableParts, partitions: number): Step[] {
  const names = Array.from({ length: partitions }, (_, place) => `transactions_p${place}`);
  const options = parts.options === '' ? '' : ` with (${parts.options})`;
  const columns = parts.columns.join(', ');
  return [
    {
      name: `made ${partitions} partitions`,
      statements: [
        ...parts.referrers.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
        'alter table transactions rename to transactions_whole',
        `create table transactions (like transactions_whole including all excluding indexes excluding statistics) partition by hash (${KEY})`,
        ...names.map(
          (name, place) =>
            `create table ${name} partition of transactions for values with (modulus ${partitions}, remainder ${place})${options}`,
        ),
        ...['transactions', ...names].flatMap((name) => [
          `alter table ${name} owner to ${parts.owner}`,
          ...parts.settings.map((setting) => setting.replace('%s', name)),
        ]),
        ...commentOn('table transactions', parts.comment),
        // A statement reads one partition, and is planned by what is known of that one.
        ...names.flatMap((name) => parts.statistics.map((made) => made.replaceAll('%s', name))),
      ],
    },
    {
      name: 'copied the rows',
      statements: [
        `insert into transactions (${columns}) select ${columns} from transactions_whole`,
        // Gives its name, and those of its indexes, to the new ones.
        'drop table transactions_whole',
      ],
    },
    { name: 'built keys and indexes', statements: planIndexes(parts.indexes) },
    {
      name: 'checked foreign keys, put triggers back',
      statements: [
        ...[...parts.foreignKeys, ...parts.referrers].map(
          ({ table, name, definition }) =>
            `alter table ${table} add constraint ${name} ${definition}`,
        ),
        ...parts.triggers,
      ],
    },
  ];
}

/** A unique key of a partitioned table holds what divides it: an id of one household is of no other, so it says the same. */
function planIndexes(indexes: readonly TableIndex[]): string[] {
  const keys = new Set<string>();
  return indexes.flatMap((index) => {
    const isWidened = index.isUnique && !index.columns.includes(KEY);
    const columns = (isWidened ? [KEY, ...index.columns] : index.columns).join(', ');
    const isKey = index.isConstraint && index.isWhole;
    // The primary key is then what a unique key was there for.
    if (isKey && keys.has(columns)) return [];
    if (isKey) keys.add(columns);
    const opening = index.isConstraint ? /\(/ : /(?<= USING \w+ )\(/;
    const definition = isWidened
      ? index.definition.replace(opening, `(${KEY}, `)
      : index.definition;
    return [
      index.isConstraint
        ? `alter table transactions add constraint ${index.name} ${definition}`
        : definition,
      ...commentOn(`index ${index.name}`, index.comment),
    ];
  });
}

function commentOn(what: string, comment: string | null): string[] {
  return comment === null ? [] : [`comment on ${what} is '${comment.replaceAll("'", "''")}'`];
}

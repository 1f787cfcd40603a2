import type { PendingQuery, Row } from 'postgres';
import type { AnySql } from '../../shared/db/connect.ts';
import { isFragment, type Fragment } from './fragment.ts';

/** Splices a pure fragment into a query: its texts are SQL, its values are bound parameters. */
export function fragmentQuery(sql: AnySql, { strings, values }: Fragment): PendingQuery<Row[]> {
  const template = Object.assign([...strings], { raw: strings });
  return sql(
    template,
    ...values.map((value) => (isFragment(value) ? fragmentQuery(sql, value) : value)),
  );
}

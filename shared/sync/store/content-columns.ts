import type { PendingQuery, Row } from 'postgres';
import type { AnySql } from '../../postgres/connect.ts';

/** The columns of `transactions` that make a RowContent, named as its reader names them. */
export function contentColumns(sql: AnySql): PendingQuery<Row[]> {
  return sql`
    date, amount, currency, provider_merchant as merchant, provider_description as description`;
}

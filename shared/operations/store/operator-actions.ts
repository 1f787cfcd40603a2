import type { AnySql } from '../../postgres/connect.ts';
import { deleteListed } from '../../postgres/walk.ts';

/** What an operator did. Names and ids only, no secrets. */
export interface OperatorAction {
  actor: string;
  action: string;
  target: string;
  result: string;
}

/** Logs an action, so that it is known later who did it. */
export async function insertOperatorAction(
  sql: AnySql,
  { actor, action, target, result }: OperatorAction,
): Promise<void> {
  await sql`insert into operator_actions ${sql({ actor, action, target, result })}`;
}

/** Deletes actions from before that time, oldest first. Returns how many. */
export const deleteOperatorActionsBefore = (sql: AnySql, before: Date, limit: number) =>
  deleteListed(
    sql,
    'operator_actions',
    'id',
    sql`
    select id
    from (select id, at from operator_actions order by id limit ${limit}) oldest
    where at < ${before}`,
  );

/** The latest actions, newest first. */
export async function listOperatorActions(sql: AnySql, limit: number) {
  return sql<(OperatorAction & { at: Date })[]>`
    select at, actor, action, target, result
    from operator_actions
    order by id desc
    limit ${limit}`;
}

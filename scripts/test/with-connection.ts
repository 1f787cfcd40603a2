import { connect, type Sql } from '../../shared/postgres/connect.ts';

/** Does some work on a connection that is made for it. */
export async function withConnection<Result>(
  databaseUrl: string,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const sql = connect({ databaseUrl, poolMax: 1, applicationName: 'test' });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

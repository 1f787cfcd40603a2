import { connect } from './connect.ts';
import { eachHost } from './hosts.ts';

/**
 * The connection string of the primary alone, for clients that can't look for it themselves. Throws when no host that the
 * string names is one; the only host of a string is not asked.
 */
export async function findPrimaryUrl(databaseUrl: string): Promise<string> {
  const [first, ...others] = eachHost(databaseUrl);
  if (others.length === 0) return first;
  let fault: unknown = Object.assign(new Error('no host is the primary'), { code: '25006' });
  for (const url of [first, ...others]) {
    const sql = connect({ databaseUrl: url, poolMax: 1, applicationName: 'ledgerline-primary' });
    try {
      const [row] = await sql<{ is: boolean }[]>`select not pg_is_in_recovery() as is`;
      if (row?.is === true) return url;
    } catch (error) {
      fault = error;
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
  throw fault;
}

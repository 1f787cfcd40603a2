import type { Client } from '#client';

/** How many transactions of a household are like another one of their account. */
export async function countDoubles(client: Client): Promise<number> {
  const seen = new Set<string>();
  let rows = 0;
  for await (const row of client.list('/transactions', { query: { per_page: 500 } })) {
    seen.add([row.account_id, row.date, row.amount, row.currency, row.name].join());
    rows += 1;
  }
  return rows - seen.size;
}

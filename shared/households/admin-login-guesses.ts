import type { AnySql } from '../postgres/connect.ts';

/** Notes a wrong password, and deletes notes older than a day. */
export async function insertLoginGuess(sql: AnySql, network: string): Promise<void> {
  await sql`
    with old as (
      delete from admin_login_guesses
      where at < now() - interval '1 day'
    )
    insert into admin_login_guesses (network)
    values (${network})`;
}

/** The wrong passwords of the last hour, and from how many networks; `most` is the network that sent the most. */
export interface LoginGuesses {
  count: number;
  networks: number;
  most: string | null;
}

export async function countLoginGuesses(sql: AnySql): Promise<LoginGuesses> {
  const [row] = await sql<[LoginGuesses]>`
    select count(*)::integer as count, count(distinct network)::integer as networks,
      mode() within group (order by network) as most
    from admin_login_guesses
    where at > now() - interval '1 hour'`;
  return row;
}

/** The scheme, USER:PASSWORD@ and the hosts, and what follows them. */
const PARTS = /^([a-z]+:\/\/)([^/?#]*)((?:[/?#].*)?)$/is;

const PROTOCOLS = ['postgres:', 'postgresql:'];

/**
 * A connection string for each host of one that may name several, apart by commas, each with a port of its own
 * (`postgres://USER:PASSWORD@ONE:5432,OTHER:5433/NAME`). Which of several is the primary is found out anyway: their
 * `target_session_attrs` is left out.
 */
export function eachHost(databaseUrl: string): [string, ...string[]] {
  const [, scheme = '', authority = '', rest = ''] = PARTS.exec(databaseUrl) ?? [];
  const login = authority.slice(0, authority.lastIndexOf('@') + 1);
  const start = scheme + login;
  const [first = '', ...others] = authority.slice(login.length).split(',');
  if (others.length === 0) return [databaseUrl];
  const one = (host: string): string => withoutTarget(`${start}${host.trim()}${rest}`);
  return [one(first), ...others.map(one)];
}

/** Throws, in words that follow a setting's name, unless it is a connection string. */
export function checkHosts(databaseUrl: string): void {
  for (const url of eachHost(databaseUrl)) {
    if (!URL.canParse(url) || !PROTOCOLS.includes(new URL(url).protocol))
      throw new Error(`must be a URL that starts with ${PROTOCOLS.join(' or ')}`);
  }
}

/** The same, and the string may name one host only. */
export function checkOneHost(databaseUrl: string): void {
  if (eachHost(databaseUrl).length > 1) throw new Error('must name one host');
  checkHosts(databaseUrl);
}

function withoutTarget(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.searchParams.delete('target_session_attrs');
  return url.href;
}

/** USER:PASSWORD@ and what follows it, up to the name of the database. */
const HOSTS = /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#]*)/i;

/** A check that throws, in words that follow a setting's name, unless it is given a URL with one of these protocols. */
export const urlOf =
  (...protocols: string[]) =>
  (text: string) => {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol))
      throw new Error(`must be a URL that starts with ${protocols.join(' or ')}`);
  };

const checkProtocol = urlOf('postgres:', 'postgresql:');

/** Throws, in words that follow a setting's name, unless it is a connection string with a single host. */
export function checkAddress(databaseUrl: string): void {
  const [, hosts = ''] = HOSTS.exec(databaseUrl) ?? [];
  if (hosts.includes(','))
    throw new Error(
      'must name one host: a managed endpoint, a proxy or a pooler that follows the primary',
    );
  // Without a host the driver would connect to this machine.
  if (/^postgres(?:ql)?:/i.test(databaseUrl) && hosts === '' && !/[?&]host=./.test(databaseUrl))
    throw new Error('must name a host: postgres://USER:PASSWORD@HOST:PORT/DATABASE');
  checkProtocol(databaseUrl);
  // Without a database the driver would use one with the user's name.
  if (new URL(databaseUrl).pathname.length < 2)
    throw new Error('must name a database: postgres://USER:PASSWORD@HOST:PORT/DATABASE');
}

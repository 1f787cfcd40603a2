import { readFileSync } from 'node:fs';

interface RedisAddress {
  host: string;
  port: number;
}

interface RedisLogin {
  username?: string;
  password?: string;
}

/** TLS options beyond the certificate authorities that Node knows, in PEM. */
interface RedisTls {
  ca?: string;
  cert?: string;
  key?: string;
}

export type RedisPlace = {
  /** Null: without TLS. */
  tls: RedisTls | null;
  /** For the servers that hold keys. */
  login: RedisLogin;
} & (
  | {
      kind: 'server';
      /** With login and database, in the client's format. */
      url: string;
    }
  | { kind: 'cluster'; nodes: RedisAddress[] }
  | {
      kind: 'sentinel';
      sentinels: RedisAddress[];
      /** The name under which the sentinels know the primary. */
      name: string;
      db: number;
      sentinelLogin: RedisLogin;
    }
);

const FORMS =
  'must be redis://HOST, redis+sentinel://HOST,HOST/NAME or redis+cluster://HOST,HOST, with rediss for TLS';
const SHAPE =
  /^redis(?<tls>s?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<login>[^/?#]*)@)?(?<hosts>[^@/?#]+)(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?$/;
const DEFAULT_PORT = { sentinel: 26_379, cluster: 6379 } as const;

/**
 * Parses REDIS_URL. The form for sentinels follows redis-py, and the file names in the query are redis-cli's: `cacert`, `cert` and
 * `key`, paths of PEM files. Throws an Error whose message continues after the name of the setting and quotes nothing of the URL.
 */
export function parseRedisUrl(url: string): RedisPlace {
  const parts = SHAPE.exec(url)?.groups;
  if (parts === undefined) throw new Error(FORMS);
  const query = new URLSearchParams(parts['query']);
  const place = {
    tls: parts['tls'] === 's' ? readTls(query) : null,
    login: readLogin(parts['login'] ?? ''),
  };
  const kind = parts['kind'] as keyof typeof DEFAULT_PORT | undefined;
  if (kind === undefined) {
    if (!URL.canParse(url)) throw new Error(FORMS);
    return { ...place, kind: 'server', url };
  }
  const hosts = (parts['hosts'] ?? '').split(',');
  const addresses = hosts.map((host) => readAddress(host, DEFAULT_PORT[kind]));
  const [name = '', db = '0', ...more] = (parts['path'] ?? '').split('/');
  if (kind === 'cluster') {
    if (name !== '') throw new Error('must name no database: a cluster has one');
    return { ...place, kind, nodes: addresses };
  }
  if (name === '' || !/^\d{1,4}$/.test(db) || more.length > 0) {
    throw new Error('must end with the name of the primary: redis+sentinel://HOST,HOST/NAME');
  }
  const sentinelLogin = loginOf(query.get('sentinel_username'), query.get('sentinel_password'));
  return {
    ...place,
    kind,
    sentinels: addresses,
    name: decode(name),
    db: Number(db),
    sentinelLogin,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('must have %25 for each % in a name or password');
  }
}

function readLogin(text: string): RedisLogin {
  const [username = '', ...password] = text.split(':');
  return loginOf(decode(username), decode(password.join(':')));
}

const loginOf = (username: string | null, password: string | null): RedisLogin => ({
  ...(username ? { username } : {}),
  ...(password ? { password } : {}),
});

/** `host`, `host:port` or `[address]:port`. */
function readAddress(text: string, defaultPort: number): RedisAddress {
  const [, host = '', port] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (host === '') throw new Error(FORMS);
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port ?? defaultPort) };
}

function readTls(query: URLSearchParams): RedisTls {
  const tls: RedisTls = {};
  for (const [option, name] of [
    ['ca', 'cacert'],
    ['cert', 'cert'],
    ['key', 'key'],
  ] as const) {
    const file = query.get(name);
    if (file !== null) tls[option] = readPem(file, name);
  }
  return tls;
}

function readPem(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`names a file as ${name} that cannot be read`);
  }
}

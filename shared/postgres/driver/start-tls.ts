import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { codedError } from '../../platform/error-code.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface TlsMode {
  /** A server without TLS is accepted as well. */
  isOptional: boolean;
  /** The certificate must be valid for the host. */
  isVerified: boolean;
  /** The handshake starts right away, without asking whether the server supports TLS. */
  isDirect: boolean;
}

/** How the driver interprets `sslmode` and related settings, in the string or the environment. Null: no TLS. */
export function tlsModeOf(databaseUrl: string): TlsMode | null {
  const { env } = process;
  const query = new URL(databaseUrl).searchParams;
  const mode =
    query.get('sslrootcert') === 'system'
      ? 'verify-full'
      : (query.get('sslmode') ?? query.get('ssl') ?? env['PGSSL'] ?? '');
  if (['', 'disable', 'false'].includes(mode)) return null;
  const negotiation = query.get('sslnegotiation') ?? env['PGSSLNEGOTIATION'];
  return {
    isOptional: mode === 'prefer',
    isVerified: !['prefer', 'allow', 'require'].includes(mode),
    isDirect: negotiation === 'direct',
  };
}

/** The protocol's SSLRequest: "do you support TLS?" */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const YES = 'S';

/**
 * Starts TLS on a new connection, and resolves with the socket to use. Never rejects, because the driver could not recover from
 * that: instead it resolves with a socket that fails with the error. Takes at most `timeoutMs`.
 */
export async function startTls(
  raw: net.Socket,
  host: string,
  mode: TlsMode,
  timeoutMs: number,
): Promise<net.Socket> {
  try {
    return await negotiateWithin(timeoutMs, raw, host, mode);
  } catch (error) {
    raw.destroy();
    const dead = new net.Socket();
    // By then the driver listens.
    setImmediate(() => dead.destroy(error instanceof Error ? error : new Error(String(error))));
    return dead;
  }
}

/** Whether a server answers the first message of a new connection. Then closes it; the server logs nothing about this. */
export async function answersNewConnection(
  { host, port }: Address,
  mode: TlsMode | null,
  timeoutMs: number,
): Promise<boolean> {
  const raw = net.connect({ host, port });
  const any = { isOptional: true, isVerified: false, isDirect: false };
  try {
    await negotiateWithin(timeoutMs, raw, host, mode ?? any);
    return true;
  } catch {
    return false;
  } finally {
    raw.destroy();
  }
}

async function negotiateWithin(
  timeoutMs: number,
  raw: net.Socket,
  host: string,
  mode: TlsMode,
): Promise<net.Socket> {
  const late = codedError('CONNECT_TIMEOUT', `no TLS with ${host} within ${timeoutMs} ms`);
  const timer = setTimeout(() => raw.destroy(late), timeoutMs);
  try {
    return await negotiate(raw, host, mode);
  } finally {
    clearTimeout(timer);
  }
}

async function negotiate(raw: net.Socket, host: string, mode: TlsMode): Promise<net.Socket> {
  // Without a listener a late error would end the process.
  raw.on('error', () => undefined);
  if (!mode.isDirect) {
    const onEnd = (): void => void raw.destroy(closedEarly());
    raw.once('end', onEnd);
    raw.write(SSL_REQUEST);
    const [answer] = (await once(raw, 'data')) as [Buffer];
    raw.off('end', onEnd);
    const isYes = answer.toString('latin1') === YES;
    if (!isYes && mode.isOptional) return raw;
    // More than one byte here would come from a man in the middle, who wants it taken for encrypted content.
    if (!isYes) throw new Error('The server of DATABASE_URL does not speak TLS.');
  }
  const socket = tls.connect({
    socket: raw,
    host,
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
    rejectUnauthorized: mode.isVerified,
    ...(mode.isDirect ? { ALPNProtocols: ['postgresql'] } : {}),
  });
  await once(socket, 'secureConnect');
  return socket;
}

const closedEarly = (): Error =>
  codedError('CONNECTION_CLOSED', 'the connection was closed before TLS began');

import { lookup as systemLookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';

/** The addresses that the client may connect to. */
export type AddressRules = {
  /** The host or host:port in lower case, as in URL.host. The key is sent nowhere else. */
  allowedHosts: readonly string[];
  /** Allows plain http and addresses outside the public internet. */
  allowLocal: boolean;
};

// One list per family: a joint list would also match IPv4 addresses, in mapped form, against IPv6 networks.
const notPublic = { ipv4: new BlockList(), ipv6: new BlockList() };
// IANA special-purpose registries, IPv4 and IPv6.
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  notPublic.ipv4.addSubnet(network, prefix, 'ipv4');
}
// Only 2000::/3 is routed publicly; tunnels within it may embed a private IPv4 address.
for (const [network, prefix] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.ipv6.addSubnet(network, prefix, 'ipv6');
}

/** Whether an IP address is on the public internet. @internal */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').split('%')[0] ?? '';
  const family = isIP(bare);
  if (family === 0) return false;
  // An IPv4-mapped address (::ffff:10.0.0.1) is within ::/3 and refused: no public provider's resolver answers with
  // one.
  return family === 4 ? !notPublic.ipv4.check(bare) : !notPublic.ipv6.check(bare, 'ipv6');
}

/** Whether a request with the key may go to this URL. Host names are checked again when connecting. */
export function isAllowedUrl(url: URL, rules: AddressRules): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (!rules.allowedHosts.includes(url.host)) return false;
  if (rules.allowLocal) return url.protocol === 'https:' || url.protocol === 'http:';
  if (url.protocol !== 'https:') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || isPublicAddress(host);
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;
type LookupOptions = { all?: boolean | undefined; family?: unknown };

/**
 * A resolver that refuses names with private addresses. The client connects to the addresses checked here, so the
 * name cannot resolve to others in between.
 */
export function guardedLookup(
  hostname: string,
  options: LookupOptions,
  callback: LookupCallback,
): void {
  systemLookup(hostname, { all: true }, (error, addresses) => {
    if (error !== null) {
      callback(error, []);
      return;
    }
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(Object.assign(new Error('address not allowed'), { code: PRIVATE_ADDRESS }), []);
      return;
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
}

/** The `code` of the error from guardedLookup. */
export const PRIVATE_ADDRESS = 'EPRIVATEADDRESS';

import { Resolver } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { Config } from '../platform/config.ts';
import { isLoopbackAddress, isPublicAddress, lookupOnly } from '../platform/public-address.ts';

export type AddressSettings = Pick<Config, 'webhookAllowLoopback'>;

const LOOPBACK: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];

const isAllowed = ({ webhookAllowLoopback }: AddressSettings, address: string): boolean =>
  isPublicAddress(address) || (webhookAllowLoopback && isLoopbackAddress(address));

/** Below 1024 only the ports of HTTP: no request of ours must reach, say, a mail server. */
const isAllowedPort = (port: string): boolean =>
  port === '' || port === '80' || port === '443' || Number(port) >= 1024;

/** Why nothing may be sent to this URL, to end a sentence; null if it may. Each connection checks the addresses of a name. */
export function urlFault(text: string, settings: AddressSettings): string | null {
  if (!URL.canParse(text)) return 'must be a URL.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must use https or http.';
  if (url.username !== '' || url.password !== '')
    return 'must not hold a user name or a password: events are signed instead.';
  if (!isAllowedPort(url.port)) return 'must use port 80, 443, or 1024 and above.';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host);
  const isFine = !isLocal || (settings.webhookAllowLoopback && isLoopback(host));
  return isFine ? null : 'must be on the public internet.';
}

const isLoopback = (host: string): boolean => host === 'localhost' || isLoopbackAddress(host);

const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/.test(host);

const RESOLVER = new Resolver({ timeout: 1500, tries: 2 });

/**
 * Resolves names to addresses that may be sent to. Queries the name servers itself: the system's lookup occupies one of four
 * threads for as long as a dead name server is silent, and knows names of the machine's own network.
 */
export function receiverLookup(settings: AddressSettings, resolver = RESOLVER) {
  return lookupOnly(
    (address) => isAllowed(settings, address),
    (hostname, found) => {
      if (isLocalName(hostname)) {
        found(null, LOOPBACK);
        return;
      }
      const addresses: LookupAddress[] = [];
      let open = 2;
      const answer = (family: 4 | 6) => (error: Error | null, answers: string[]) => {
        if (error === null) addresses.push(...answers.map((address) => ({ address, family })));
        open -= 1;
        if (open > 0) return;
        if (addresses.length > 0) found(null, addresses);
        else found(error ?? Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), []);
      };
      resolver.resolve4(hostname, answer(4));
      resolver.resolve6(hostname, answer(6));
    },
  );
}

import type { KeyRing, SealedSecret } from '../../../shared/platform/crypto.ts';
import { digestSecret, sealSecret } from '../../../shared/platform/crypto.ts';
import { AppError, validationFailed } from '../../../shared/platform/errors.ts';
import { bankOf } from '../../../shared/sync/limit/bank-of.ts';
import { ProviderError } from '../../../shared/sync/client/errors.ts';
import type { ApiContext } from '../../context.ts';
import type { NewKey } from './already-connected.ts';

/** A person waits for the answer: fewer tries than a sync has. */
const CHECK_TIMEOUT_MS = 20_000;

/**
 * Asks the provider for its accounts with this key, and returns their bank where it is named. Throws provider_credential_rejected when it refuses
 * the key and provider_unavailable when it does not say.
 */
export async function checkProviderKey(
  { provider }: ApiContext,
  apiKey: string,
  signal: AbortSignal,
): Promise<string | null> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
  try {
    return bankOf(await provider.clientFor(apiKey).listAccounts(bounded));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.stopsTheRun || error.kind === 'bad_request') {
      throw new AppError('provider_credential_rejected', {
        publicMessage: error.message,
        details: { reason: error.code },
      });
    }
    throw new AppError('provider_unavailable', {
      publicMessage: error.message,
      details: { reason: error.code },
      retryAfterSeconds: Math.ceil((error.retryAfterMs ?? 30_000) / 1000),
    });
  }
}

/** A key from a body, without blanks around it. Throws validation_failed for a blank one. */
export function readApiKey(text: string): string {
  const apiKey = text.trim();
  if (apiKey === '') throw validationFailed('api_key must not be blank.');
  return apiKey;
}

/** The keys that encrypt provider keys. Throws service_unavailable for an installation without. */
export function requireKeyRing({ config }: ApiContext): KeyRing {
  if (config.credentialKeys !== null) return config.credentialKeys;
  throw new AppError('service_unavailable', {
    publicMessage: 'This installation has no CREDENTIALS_KEYS to encrypt provider keys with.',
  });
}

/** The key encrypted for its connection, its digest, and what may be shown of it. */
export function sealProviderKey({ ring, householdId, apiKey, connectionId }: NewKey): {
  credential: SealedSecret;
  digest: Buffer;
  lastFour: string;
} {
  return {
    credential: sealSecret(ring, apiKey, connectionId),
    digest: digestSecret(ring.current.key, apiKey, householdId),
    // Four characters of a short key would be most of it.
    lastFour: apiKey.length >= 12 ? apiKey.slice(-4) : '',
  };
}

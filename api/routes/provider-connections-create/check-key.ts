import { AppError } from '../../../shared/errors.ts';
import { sealSecret } from '../../../shared/crypto.ts';
import type { SealedSecret } from '../../../shared/crypto.ts';
import { ProviderError } from '../../../shared/provider/errors.ts';
import type { ApiContext } from '../../context.ts';

/** A person waits for the answer: fewer tries than a sync has. */
const CHECK_TIMEOUT_MS = 20_000;

/**
 * Asks the provider for its accounts with this key. Throws provider_credential_rejected when it refuses
 * the key and provider_unavailable when it does not say.
 */
export async function checkProviderKey(
  { provider }: ApiContext,
  apiKey: string,
  signal: AbortSignal,
): Promise<void> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
  try {
    await provider.clientFor(apiKey).listAccounts(bounded);
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

/** The key encrypted for its connection, and what may be shown of it. */
export function sealProviderKey(
  { config }: ApiContext,
  apiKey: string,
  connectionId: string,
): { credential: SealedSecret; lastFour: string } {
  if (config.credentialKeys === null) {
    throw new AppError('service_unavailable', {
      publicMessage: 'This installation has no CREDENTIALS_KEYS to encrypt provider keys with.',
    });
  }
  // Four characters of a short key would be most of it.
  const lastFour = apiKey.length >= 12 ? apiKey.slice(-4) : '';
  return { credential: sealSecret(config.credentialKeys, apiKey, connectionId), lastFour };
}

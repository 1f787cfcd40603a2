import type { Config } from '../../shared/platform/config.ts';
import type { KeyRing } from '../../shared/platform/crypto.ts';
import { AppError } from '../../shared/platform/errors.ts';

/** The keys that encrypt `what`. Throws service_unavailable for an installation without any. */
export function requireKeyRing({ credentialKeys }: Config, what: string): KeyRing {
  if (credentialKeys !== null) return credentialKeys;
  throw new AppError('service_unavailable', {
    publicMessage: `This installation has no CREDENTIALS_KEYS to encrypt ${what} with.`,
  });
}

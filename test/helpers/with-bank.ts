import { withScriptedProvider } from './scripted-provider.ts';
import { SYNC_ENV } from './sync-harness.ts';

/**
 * Has a provider, which lists one empty account until changed, as long as the block runs, and the settings
 * of a service that asks it; call it before `startApi`.
 */
export function withBank(settings: NodeJS.ProcessEnv = {}) {
  const env: NodeJS.ProcessEnv = { ...SYNC_ENV, ...settings };
  const provider = withScriptedProvider();
  before(async () => {
    provider.script([{ id: 1, name: 'Everyday', currency: 'EUR' }], []);
    env['PROVIDER_BASE_URL'] = provider.url;
  });
  return { env, provider };
}

import { startScriptedProvider } from './scripted-provider.ts';
import type { ScriptedProvider } from './scripted-provider.ts';
import { SYNC_ENV } from './sync-harness.ts';

/** The settings of a service whose provider lists one empty account, as long as the block runs. */
export function withBank(settings: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...SYNC_ENV, ...settings };
  let provider: ScriptedProvider;
  before(async () => {
    provider = await startScriptedProvider();
    provider.script([{ id: 1, name: 'Everyday', currency: 'EUR' }], []);
    env['PROVIDER_BASE_URL'] = provider.url;
  });
  after(() => provider.close());
  return env;
}

import { withScriptedProvider, type ScriptedProvider } from './scripted-provider.ts';
import { SYNC_ENV } from './sync-harness.ts';

/** A provider that lists one empty account until changed, and the settings of a service that asks it. */
export interface Bank {
  readonly env: NodeJS.ProcessEnv;
  readonly provider: ScriptedProvider;
}

/** Has a bank as long as the block runs; call it before `startApi`. */
export function withBank(settings: NodeJS.ProcessEnv = {}): Bank {
  const env: NodeJS.ProcessEnv = { ...SYNC_ENV, ...settings };
  const provider = withScriptedProvider();
  before(async () => {
    provider.script([{ id: 1, name: 'Everyday', currency: 'EUR' }], []);
    env['PROVIDER_BASE_URL'] = provider.url;
  });
  return {
    env,
    provider,
  };
}

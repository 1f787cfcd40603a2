import type { SandboxAccount, SandboxUser } from './account.ts';
import type { CustomAccount } from './custom-user.ts';
import { DEMO_KEYS, demoUser } from './demo-user.ts';
import { createScript } from './script.ts';
import { defaultSettings } from './settings.ts';
import type { Settings } from './settings.ts';
import { createTraffic } from './traffic.ts';
import type { LimitSetting } from './traffic.ts';

export type SandboxState = ReturnType<typeof createState>;

export type SandboxOptions = {
  /** Keys with invented data. */
  demoKeys?: string[];
  limit?: LimitSetting;
  settings?: Partial<Settings>;
  /** The clock that measures the windows of the limit, in milliseconds. Default: the process's monotonic clock. */
  monotonicMs?: () => number;
};

/** Creates all state of a sandbox, with its demo users; none of it outlives the process. */
export function createState({
  demoKeys = DEMO_KEYS,
  limit = { limit: 100, windowMs: 60_000 },
  settings,
  monotonicMs,
}: SandboxOptions) {
  const initial: Settings = { ...defaultSettings, ...settings };
  const state = {
    settings: initial,
    users: new Map<string, SandboxUser>(),
    script: createScript(),
    traffic: createTraffic(limit, monotonicMs),
    /** Returns to the initial state: demo users, default settings, no plans or counts. */
    reset(): void {
      state.settings = { ...initial };
      state.users = new Map(demoKeys.map((key) => [key, demoUser(key)]));
      state.script.clear();
      state.traffic.setLimit(limit);
      state.traffic.clear();
    },
  };
  state.reset();
  return state;
}

/** Whether rows may be added to the account; demo accounts generate their own. */
export function isCustom(account: SandboxAccount): account is CustomAccount {
  return 'addRows' in account;
}

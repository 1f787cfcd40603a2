import type { SandboxAccount, SandboxUser } from './account.ts';
import type { CustomAccount } from './custom-user.ts';
import { demoUser } from './demo-user.ts';
import { createScript } from './script.ts';
import type { Script } from './script.ts';
import { defaultSettings } from './settings.ts';
import type { Settings } from './settings.ts';
import { createTraffic } from './traffic.ts';
import type { LimitSetting, Traffic } from './traffic.ts';

/** All state of a sandbox; none of it outlives the process. */
export type SandboxState = {
  settings: Settings;
  users: Map<string, SandboxUser>;
  script: Script;
  traffic: Traffic;
  /** Returns to the initial state: demo users, default settings, no plans or counts. */
  reset(): void;
};

export type StateOptions = {
  /** Keys with invented data. */
  demoKeys: string[];
  limit: LimitSetting;
  settings?: Partial<Settings> | undefined;
  /** What measures the windows of the limit. Default: the process's monotonic clock. */
  monotonicMs?: (() => number) | undefined;
};

/** A sandbox's memory with its demo users. */
export function createState(options: StateOptions): SandboxState {
  const state: SandboxState = {
    settings: { ...defaultSettings, ...options.settings },
    users: new Map(),
    script: createScript(),
    traffic: createTraffic(options.limit, options.monotonicMs),
    reset() {
      state.settings = { ...defaultSettings, ...options.settings };
      state.users = new Map(options.demoKeys.map((key) => [key, demoUser(key)]));
      state.script.clear();
      state.traffic.setLimit(options.limit);
      state.traffic.clear();
    },
  };
  state.reset();
  return state;
}

/** Whether rows may be added to the account: demo accounts make their own. */
export function isCustom(account: SandboxAccount): account is CustomAccount {
  return 'addRows' in account;
}

import { useSyncExternalStore } from 'react';
import { isCallError } from '@ledgerline/client';
import type { Run } from '@ledgerline/client';
import { client } from './client.ts';
import { queryClient } from './queries.ts';

/** A piece of long work that a person began here, as it is now. */
export interface FollowedRun {
  readonly path: RunPath;
  readonly id: string;
  /** What a person knows it by: a file, a bank, a rule. */
  readonly label: string;
  readonly run: Run;
  readonly isOver: boolean;
}

type RunPath = '/syncs/{id}' | '/rule_runs/{id}' | '/imports/{id}' | '/import_sessions/{id}';

const STORED = 'ledgerline.runs';
let runs: readonly FollowedRun[] = [];
const listeners = new Set<() => void>();

function pathOf(run: Run): RunPath {
  if ('provider_connection_id' in run) return '/syncs/{id}';
  if ('execution_type' in run) return '/rule_runs/{id}';
  return 'chunks' in run ? '/import_sessions/{id}' : '/imports/{id}';
}

function keep(next: readonly FollowedRun[]): void {
  runs = next;
  const open = runs.filter(({ isOver }) => !isOver);
  const stored = open.map(({ path, id, label }) => ({ path, id, label }));
  sessionStorage.setItem(STORED, JSON.stringify(stored));
  listeners.forEach((listener) => listener());
}

function put(followed: FollowedRun): void {
  const others = runs.filter(({ id }) => id !== followed.id);
  keep([followed, ...others]);
}

/** Follows a run until no worker is at work on it: the shell lists it, also after a reload. What it changed comes by the feed. */
export function followRun(run: Run, label: string): void {
  const entry = { path: pathOf(run), id: run.id, label };
  const show = (now: Run, isOver = false): void => put({ ...entry, run: now, isOver });
  show(run);
  void client.waitFor(run, { onProgress: (now) => show(now) }).then(
    (end) => show(end, true),
    () => forgetRun(run.id),
  );
}

export function forgetRun(id: string): void {
  keep(runs.filter((run) => run.id !== id));
}

/** Forgets what was read and begun here, which may be of another household than what comes next. */
export function forgetHousehold(): void {
  queryClient.clear();
  keep([]);
}

/** The runs that were begun in this tab, newest first. */
export function useRuns(): readonly FollowedRun[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => runs,
  );
}

/** Follows again what was under way when the tab was reloaded. */
export async function resumeRuns(): Promise<void> {
  const stored = JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as FollowedRun[];
  for (const { path, id, label } of stored) {
    try {
      const { data } = await client.get(path, { path: { id } });
      followRun(data, label);
    } catch (error) {
      if (!isCallError(error)) throw error;
    }
  }
}

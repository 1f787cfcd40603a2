import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Run } from '@ledgerline/client';
import { client } from './client.ts';
import { queryClient } from './queries.ts';

interface FollowedRun {
  readonly run: Run;
  /** What a person knows it by: a file, a bank, a rule. */
  readonly label: string;
  readonly isOver: boolean;
}

const STORED = 'ledgerline.runs';
const runsQuery = queryOptions<readonly FollowedRun[]>({
  queryKey: ['runs'],
  initialData: [],
  staleTime: 'static',
  gcTime: Infinity,
});

/** The runs that this tab started, the latest first. */
export const useRuns = () => useQuery(runsQuery).data;

function replace(id: string, by: readonly FollowedRun[]): void {
  const others = queryClient.getQueryData(runsQuery.queryKey) ?? [];
  const runs = [...by, ...others.filter(({ run }) => run.id !== id)];
  queryClient.setQueryData(runsQuery.queryKey, runs);
  sessionStorage.setItem(STORED, JSON.stringify(runs.filter(({ isOver }) => !isOver)));
}

export const forgetRun = (id: string): void => replace(id, []);

/** Follows a run until no worker is at work on it: the shell lists it, also after a reload. What it changed comes by the feed. */
export function followRun(run: Run, label: string): void {
  replace(run.id, [{ run, label, isOver: false }]);
  void client.waitFor(run).then(
    (end) => replace(run.id, [{ run: end, label, isOver: true }]),
    () => forgetRun(run.id),
  );
}

export function resumeRuns(): void {
  const stored = JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as FollowedRun[];
  for (const { run, label } of stored) followRun(run, label);
}

/** Forgets all that was read and started here: the next session may be of another household. */
export function forgetHousehold(): void {
  queryClient.clear();
  sessionStorage.removeItem(STORED);
}

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Run } from '@ledgerline/client';
import { queryClient } from './queries.ts';
import { client } from './session.ts';

interface FollowedRun {
  readonly run: Run;
  /** The name that people know it by: of a file, a bank or a rule. */
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

export const useRuns = () => useQuery(runsQuery).data;

/** Whether this page is still uploading the history's file; leaving the page would end the upload. */
const isUpload = ({ run, isOver }: FollowedRun): boolean =>
  !isOver && 'chunks' in run && run.status === 'pending';

function replace(id: string, by: readonly FollowedRun[]): void {
  const others = queryClient.getQueryData(runsQuery.queryKey) ?? [];
  const runs = [...by, ...others.filter(({ run }) => run.id !== id)];
  runs.sort((one, other) => other.run.created_at.localeCompare(one.run.created_at));
  queryClient.setQueryData(runsQuery.queryKey, runs);
  const stored = runs.filter((one) => !one.isOver && !isUpload(one));
  sessionStorage.setItem(STORED, JSON.stringify(stored));
  window.onbeforeunload = runs.some(isUpload) ? (event) => event.preventDefault() : null;
}

export const forgetRun = (id: string): void => replace(id, []);

export const showRun = (run: Run, label: string, isOver = false): void =>
  replace(run.id, [{ run, label, isOver }]);

/** Lists a run in the shell, even after a reload, and follows it until no worker works on it. Its changes arrive by the feed. */
export function followRun(run: Run, label: string): void {
  const onProgress = (now: Run): void => showRun(now, label);
  onProgress(run);
  void client.waitFor(run, { onProgress }).then(
    (end) => showRun(end, label, true),
    () => forgetRun(run.id),
  );
}

export function resumeRuns(): void {
  const stored = JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as FollowedRun[];
  for (const { run, label } of stored) followRun(run, label);
}

/** Forgets all data and runs: the next session may be of another household. */
export function forgetHousehold(): void {
  queryClient.clear();
  sessionStorage.removeItem(STORED);
}

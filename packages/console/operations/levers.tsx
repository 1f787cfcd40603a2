import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { LedgerlineError, type ErrorCode } from '@ledgerline/client';
import { texts } from '../app/index.ts';
import type { components } from '../app/operators.ts';
import { ask } from '../app/session.ts';
import { act } from '../parts/actions.tsx';

const t = texts('operations');

type Schemas = components['schemas'];
export type Installation = Schemas['Installation'];
export type HouseholdLook = Schemas['HouseholdLook'];
export type LeverResult = Schemas['LeverResult'];
type Lever = Schemas['Lever'];

const AGAIN_MS = 5_000;

async function call<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await ask(`/admin/api${path}`, init);
  if (answer.status === 401) location.assign('/admin/login');
  const body = (await answer.json()) as Answer & { error: ErrorCode; message?: string };
  const { status } = answer;
  if (!answer.ok) throw new LedgerlineError(body.message ?? '', { status, code: body.error });
  return body;
}

/** A query that is refetched every few seconds while a page shows it. */
const looking = <Answer,>(path: string) =>
  queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => call<Answer>(path, { signal }),
    refetchInterval: AGAIN_MS,
  });

export const installationQuery = looking<Installation>('/installation');
export const actionsQuery = looking<Schemas['Actions']>('/actions');
export const householdQuery = (id: string) => looking<HouseholdLook>(`/households/${id}`);

/** Households whose name begins with the text, or the one that has this id or a connection with it. */
export const householdsQuery = (asked: string) =>
  looking<Schemas['Households']>(`/households?q=${encodeURIComponent(asked)}`);

const wordOf = (word: string): string => t(`word.${word}` as 'word.sync', { defaultValue: word });

/** Translates words of the service, such as states; words without a translation, such as failure codes, stay unchanged. */
export const words = (...said: readonly (string | null)[]): string =>
  said.flatMap((word) => (word === null ? [] : wordOf(word))).join(', ');

/** Translates the target of a lever as the log and the holds name it: `queue sync`. */
export const targetWords = (named: string): string => named.split(' ').map(wordOf).join(' ');

/** Column headings from a list of keys: `heads('queue workers')`. */
export const heads = (names: string): string[] =>
  names.split(' ').map((name) => t(`head.${name}` as 'head.queue'));

export const resultWords = ({ done, running, resumed, refused = {} }: LeverResult): string =>
  [
    ...(done === undefined ? [] : [t('done', { count: done })]),
    ...(running ? [t('still_running', { count: running })] : []),
    ...(resumed ? [t('resumed', { count: resumed })] : []),
    ...Object.entries(refused).map(([why, count]) => `${words(why)}: ${count}.`),
  ].join(' ');

const HOLD = ['pause', 'drain', 'resume'] as const;

interface LeversProps {
  target: string;
  name?: string;
  /** Offers to resume although no operator holds the target. */
  isOff?: boolean;
  actions?: readonly Lever['action'][];
  provider?: string | null;
}

/** The buttons for what an operator may do to a target; none if the installation is read-only. */
export function Levers({ target, actions = HOLD, provider, ...props }: LeversProps) {
  const { name = wordOf(target), isOff = false } = props;
  const { may_change: mayChange = false, holds = [] } = useQuery(installationQuery).data ?? {};
  if (!mayChange) return null;
  const mayResume = isOff || actions !== HOLD || holds.some((hold) => hold.target === target);
  const offered = actions.filter((action) => action !== 'resume' || mayResume);
  const pull = (lever: Lever) => () =>
    call<LeverResult>('/levers', { method: 'POST', body: JSON.stringify(lever) });
  // A notification, since a retried failure disappears from the list and would take its answer with it.
  const then = (result: LeverResult) =>
    notifications.show({ message: resultWords(result) || t('carried_out') });
  return (
    <Group gap={4}>
      {offered.map((action) =>
        act(t(`lever.${action}`), pull({ action, target, ...(provider && { provider }) }), {
          size: 'compact-xs',
          label: `${t(`lever.${action}`)}: ${target}`,
          then,
          ...(action !== 'resume' && action !== 'retry' && { ask: t(`sure.${action}`, { name }) }),
        }),
      )}
    </Group>
  );
}

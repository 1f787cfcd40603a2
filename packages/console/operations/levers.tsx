import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { queryClient, texts } from '../app/index.ts';
import type { components } from '../app/operators.ts';
import { ask } from '../app/session.ts';

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
  const body = (await answer.json()) as Answer & { message?: string };
  if (!answer.ok) throw new Error(body.message ?? String(answer.status));
  return body;
}

/** What is read again every few seconds while a page shows it. */
const looking = <Answer,>(path: string) =>
  queryOptions({
    queryKey: ['operations', path],
    queryFn: ({ signal }) => call<Answer>(path, { signal }),
    refetchInterval: AGAIN_MS,
  });

export const installationQuery = looking<Installation>('/installation');
export const actionsQuery = looking<Schemas['Actions']>('/actions');
export const householdQuery = (id: string) => looking<HouseholdLook>(`/households/${id}`);

/** Households whose name begins so, or the one with this id, its own or of a connection. */
export const householdsQuery = (asked: string) =>
  looking<Schemas['Households']>(`/households?q=${encodeURIComponent(asked)}`);

/** Pulls a lever, says what came of it, then reads again what it changed. */
const useLever = () =>
  useMutation({
    mutationFn: (lever: Lever) =>
      call<LeverResult>('/levers', { method: 'POST', body: JSON.stringify(lever) }),
    onSuccess(result) {
      // What failed is no longer listed once it is retried: the answer must not go with it.
      notifications.show({ message: resultWords(result) || t('carried_out') });
      return queryClient.invalidateQueries({ queryKey: ['operations'] });
    },
  });

const wordOf = (word: string): string => t(`word.${word}` as 'word.sync', { defaultValue: word });

/** The service's own words, such as states, as the reader says them; what has none, such as the code of a failure, stays as it is. */
export const words = (...said: readonly (string | null)[]): string =>
  said
    .filter((word) => word !== null)
    .map(wordOf)
    .join(', ');

/** The heads of columns, named in a row: `heads('queue workers')`. */
export const heads = (names: string): string[] =>
  names.split(' ').map((name) => t(`head.${name}` as 'head.queue'));

/** What came of pulling a lever. */
export const resultWords = ({ done, running, resumed, refused = {} }: LeverResult): string =>
  [
    ...(done === undefined ? [] : [t('done', { count: done })]),
    ...(running ? [t('still_running', { count: running })] : []),
    ...(resumed ? [t('resumed', { count: resumed })] : []),
    ...Object.entries(refused).map(([why, count]) => `${words(why)}: ${count}.`),
  ].join(' ');

/** What holds back syncs, and lets them go. */
export const HOLD = ['pause', 'drain', 'resume'] as const;

interface LeversProps {
  target: string;
  actions: readonly Lever['action'][];
  provider?: string | null;
}

/** What an operator may do to a target, and what it did; nothing where the installation may only be looked at. */
export function Levers({ target, actions, provider }: LeversProps) {
  const mayChange = useQuery(installationQuery).data?.may_change ?? false;
  const lever = useLever();
  if (!mayChange) return null;
  return (
    <Group gap={4}>
      {actions.map((action) => (
        <Button
          key={action}
          size="compact-xs"
          disabled={lever.isPending}
          loading={lever.isPending && lever.variables.action === action}
          aria-label={`${t(`lever.${action}`)}: ${target}`}
          onClick={() => lever.mutate({ action, target, ...(provider && { provider }) })}
        >
          {t(`lever.${action}`)}
        </Button>
      ))}
    </Group>
  );
}

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { texts } from '../app/index.ts';
import { installationQuery, type LeverResult, useLever } from './api.ts';

const t = texts('operations');

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

type Action = 'pause' | 'drain' | 'resume' | 'retry' | 'discard';

interface LeversProps {
  target: string;
  actions: readonly Action[];
  provider?: string | null;
}

/** What an operator may do to a target, and what it did; nothing where the installation may only be looked at. */
export function Levers({ target, actions, provider }: LeversProps) {
  const mayChange = useQuery(installationQuery).data?.may_change ?? false;
  const lever = useLever((result) => {
    // What failed is no longer listed once it is retried: the answer must not go with it.
    notifications.show({ message: resultWords(result) || t('carried_out') });
  });
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

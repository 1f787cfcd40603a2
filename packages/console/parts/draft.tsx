import { Alert, Button, Stack, Text } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { useState } from 'react';
import { texts } from '../app/texts.ts';

const t = texts('parts');

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * What a person makes of a record. Untouched, it follows the record. Once touched it stays, and is outdated when somebody else changes
 * the record. Call `settle` with what was saved.
 */
export function useDraft<Values>(record: Values) {
  const [{ values, from }, setDraft] = useState({ values: record, from: record });
  const isTouched = !isSame(values, from);
  const isBehind = !isSame(from, record);
  const follow = (): void => setDraft({ values: record, from: record });
  if (isBehind && !isTouched) follow();
  return {
    values,
    set: (change: (before: Values) => Values) =>
      setDraft((before) => ({ ...before, values: change(before.values) })),
    settle: (saved: Values) =>
      setDraft((before) => ({
        ...before,
        from: isSame(before.values, saved) ? before.values : saved,
      })),
    isTouched,
    isOutdated: isTouched && isBehind,
    follow,
  };
}

/** Says that somebody else changed what is being edited, and offers their version. */
export function Outdated({
  of,
}: {
  of: Pick<ReturnType<typeof useDraft>, 'isOutdated' | 'follow'>;
}) {
  // What one saved oneself arrives before the write has ended.
  const isAtWork = useIsMutating() > 0;
  if (!of.isOutdated || isAtWork) return null;
  return (
    <Alert color="yellow" title={t('outdated.title')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('outdated.about')}</Text>
        <Button onClick={of.follow}>{t('outdated.load')}</Button>
      </Stack>
    </Alert>
  );
}

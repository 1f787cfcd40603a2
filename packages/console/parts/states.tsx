import type { ReactNode } from 'react';
import { Alert, Button, List, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { isCallError } from '@ledgerline/client';
import { texts } from '../app/texts.ts';
import { errorWords, type Fault, faultWords } from './fault-words.ts';
import { Note } from './page.tsx';

const t = texts('parts');

/** What could not be read, why, and the way to try again. */
export function ErrorState({ error, onAgain }: { error: unknown; onAgain?: () => void }) {
  const requestId = isCallError(error) ? error.requestId : undefined;
  return (
    <Alert color="red" variant="light" title={t('fault.title')} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{errorWords(error)}</Text>
        {requestId !== undefined && <Note size="xs">{t('fault.request', { id: requestId })}</Note>}
        {onAgain && <Button onClick={onAgain}>{t('again')}</Button>}
      </Stack>
    </Alert>
  );
}

/** Nothing is here yet: what it would be, and the first step, such as a link as a button. */
export function EmptyState(props: { title: string; children?: ReactNode; action?: ReactNode }) {
  const { title, children, action } = props;
  return (
    <Stack align="center" gap="xs" py={48} ta="center">
      <Title order={3} fw={600} size="h4">
        {title}
      </Title>
      <Text c="dimmed" maw="46ch" size="sm">
        {children}
      </Text>
      {action}
    </Stack>
  );
}

/** What a query has read; until then its outline, and the error where it fails. */
export function Loaded<Data>(props: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
  /** In place of a list without rows. */
  empty?: ReactNode;
  lines?: number;
}) {
  const { query, children, empty, lines = 4 } = props;
  if (query.data !== undefined)
    return empty !== undefined && isEmpty(query.data) ? empty : children(query.data);
  if (query.error) return <ErrorState error={query.error} onAgain={() => void query.refetch()} />;
  return (
    <Stack gap="sm" role="status" aria-label={t('loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={18} />
      ))}
    </Stack>
  );
}

/** Whether a list, or the page of one, has no rows. */
function isEmpty(data: unknown): boolean {
  const rows = Array.isArray(data) ? data : (data as { data?: unknown }).data;
  return Array.isArray(rows) && rows.length === 0;
}

/** What is doubtful, in a list; without doubts nothing. */
export function Warnings({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title={t('warnings')}>
      <List size="sm">
        {of.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Faults or findings in words, a line each. */
export function Faults({ of, c = 'red' }: { of: readonly Fault[]; c?: string }) {
  return of.map((fault) => (
    <Text key={`${fault.code} ${fault.message}`} size="xs" c={c}>
      {faultWords(fault)}
    </Text>
  ));
}

/** How far work has come. */
export function Share({ done, total, label }: { done: number; total: number; label: string }) {
  const value = total === 0 ? 0 : (100 * done) / total;
  return <Progress value={value} size="sm" mt={4} aria-label={label} />;
}

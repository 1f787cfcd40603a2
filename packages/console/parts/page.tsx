import {
  Alert,
  Button,
  createPolymorphicComponent,
  Group,
  List,
  Paper,
  Progress,
  Skeleton,
  Stack,
  Text,
  type TextProps,
  Title,
} from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { isCallError } from '@ledgerline/client';
import { texts } from '../app/texts.ts';
import { errorWords, type Fault, faultWords } from './fault-words.ts';

const t = texts('parts');

/** What is said in passing: smaller and quieter than the text around it. */
export const Note = createPolymorphicComponent<'p', TextProps>((props: TextProps) => (
  <Text size="sm" c="dimmed" {...props} />
));

interface PageProps {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page: its title, which is the tab's too, what can be done here, and its content. */
export function Page({ title, about, actions, children }: PageProps) {
  useDocumentTitle(`${title} · Ledgerline`);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <Title order={1}>{title}</Title>
          {about && <Note component="div">{about}</Note>}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

interface SectionProps {
  title: string;
  about?: ReactNode;
  /** What can be done here, at the end of the heading's line. */
  actions?: ReactNode;
  isBoxed?: boolean;
  /** Of the heading. */
  order?: 2 | 3;
  children?: ReactNode;
}

/** A part of a page, with its heading. */
export function Section({
  title,
  about,
  actions,
  isBoxed = false,
  order = 2,
  ...props
}: SectionProps) {
  const id = useId();
  const frame = isBoxed ? { withBorder: true, p: 'md' } : { bg: 'transparent' };
  return (
    <Paper component="section" aria-labelledby={id} {...frame}>
      <Group justify="space-between" gap="xs" mb="xs">
        <div>
          <Title order={order} id={id}>
            {title}
          </Title>
          {about && <Note component="div">{about}</Note>}
        </div>
        {actions}
      </Group>
      {props.children}
    </Paper>
  );
}

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
export function EmptyState(props: { title: string; text: string; action?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py={48} ta="center">
      <Title order={3} fw={600} size="h4">
        {props.title}
      </Title>
      <Note maw="46ch">{props.text}</Note>
      {props.action}
    </Stack>
  );
}

/** What a query has read; until then its outline, and the error where it fails, above what was read before. */
export function Loaded<Data>(props: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
  /** In place of a list without rows. */
  empty?: ReactNode;
  lines?: number;
}) {
  const { query, children, empty, lines } = props;
  const failed = query.error && (
    <ErrorState error={query.error} onAgain={() => void query.refetch()} />
  );
  if (query.data !== undefined) {
    const isShownEmpty = empty !== undefined && isEmpty(query.data);
    return (
      <>
        {failed}
        {isShownEmpty ? empty : children(query.data)}
      </>
    );
  }
  return failed ?? <Waiting lines={lines} />;
}

/** The outline of what is being read. */
export const Waiting = ({ lines = 4 }: { lines?: number | undefined }) => (
  <Stack gap="sm" role="status" aria-label={t('loading')}>
    {Array.from({ length: lines }, (_, line) => (
      <Skeleton key={line} height={18} />
    ))}
  </Stack>
);

/** Whether a list, or the page of one, has no rows. */
function isEmpty(data: unknown): boolean {
  const rows = Array.isArray(data) ? data : (data as { data?: unknown }).data;
  return Array.isArray(rows) && rows.length === 0;
}

/** What is doubtful, in a list; without doubts nothing. */
export function Warnings({ of, title }: { of: readonly ReactNode[]; title?: string }) {
  if (of.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title={title ?? t('warnings')}>
      <List size="sm">
        {of.map((warning, at) => (
          <List.Item key={at}>{warning}</List.Item>
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

import { Alert, Badge, Button, createPolymorphicComponent, Group, List } from '@mantine/core';
import { Paper, Progress, Skeleton, Stack, Text, type TextProps, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, use, useId } from 'react';
import { isCallError } from '@ledgerline/client';
import { MayWrite } from '../app/queries.ts';
import { formats } from '../app/format.ts';
import { texts } from '../app/texts.ts';
import { errorWords, type Fault, faultWords } from './fault-words.ts';

const t = texts('parts');

/** A side note: smaller and paler than the text around it. */
export const Note = createPolymorphicComponent<'p', TextProps>((props: TextProps) => (
  <Text size="sm" c="dimmed" {...props} />
));

interface HeadProps {
  title: string;
  about?: ReactNode;
  /** Buttons at the end of the heading's line. */
  actions?: ReactNode;
  order?: 1 | 2 | 3;
  id?: string;
  children?: ReactNode;
}

const Head = ({ title, about, actions, order = 2, id }: HeadProps) => (
  <Group justify="space-between" gap="xs" mb={order === 1 ? 0 : 'xs'}>
    <div>
      <Title order={order} id={id}>
        {title}
      </Title>
      {about && <Note component="div">{about}</Note>}
    </div>
    {actions && <Group gap="xs">{actions}</Group>}
  </Group>
);

/** A page: its title, which is also the title of the tab, its actions and its content. */
export function Page({ children, ...head }: HeadProps) {
  useDocumentTitle(`${head.title} · Ledgerline`);
  return (
    <Stack gap="lg">
      <Head order={1} {...head} />
      {!use(MayWrite) && <Note>{t('may_read')}</Note>}
      {children}
    </Stack>
  );
}

export function Section({ isBoxed, children, ...head }: HeadProps & { isBoxed?: boolean }) {
  const id = useId();
  const frame = isBoxed ? { withBorder: true, p: 'md' } : { bg: 'transparent' };
  return (
    <Paper component="section" aria-labelledby={id} {...frame}>
      <Head {...head} id={id} />
      {children}
    </Paper>
  );
}

/** A state in words, with a coloured dot. */
export const Dot = (props: { color: string; children: ReactNode }) => (
  <Badge variant="dot" component="span" {...props} />
);

/** Says why something could not be read, and offers to try again unless it no longer exists (404). */
export function ErrorState({ error, onAgain }: { error: unknown; onAgain?: () => void }) {
  const { requestId: id, status } = isCallError(error) ? error : {};
  const isGone = status === 404;
  return (
    <Alert color="red" title={t(isGone ? 'fault.gone' : 'fault.title')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{errorWords(error)}</Text>
        {id !== undefined && !isGone && <Note size="xs">{t('fault.request', { id })}</Note>}
        {onAgain && !isGone && <Button onClick={onAgain}>{t('again')}</Button>}
      </Stack>
    </Alert>
  );
}

/** Shown where there is nothing yet: what will be here, and the first step to take. */
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

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** If the query fills a whole page: the title of the page until it is read. */
  page?: string;
  children: (data: Data) => ReactNode;
  /** Shown in place of an empty list. */
  empty?: ReactNode;
}

/** Shows what a query has read, and until then a skeleton. An error is shown above what was read before. */
export function Loaded<Data>({ query, page, children, empty }: LoadedProps<Data>) {
  const { data, error } = query;
  const failed = error && <ErrorState error={error} onAgain={() => void query.refetch()} />;
  const time = formats.instant(new Date(query.dataUpdatedAt).toISOString());
  if (data === undefined) {
    const shown = failed ?? <Waiting />;
    return page === undefined ? shown : <Page title={page}>{shown}</Page>;
  }
  return (
    <>
      {failed}
      {failed && <Note>{t('fault.as_of', { time })}</Note>}
      {empty !== undefined && isEmpty(data) ? empty : children(data)}
    </>
  );
}

/** A skeleton of what is being read. */
export const Waiting = () => (
  <Stack gap="sm" role="status" aria-label={t('loading')}>
    {[1, 2, 3, 4, 5, 6].map((line) => (
      <Skeleton key={line} height={18} />
    ))}
  </Stack>
);

function isEmpty(data: unknown): boolean {
  const rows = Array.isArray(data) ? data : (data as { data?: unknown }).data;
  return Array.isArray(rows) && rows.length === 0;
}

interface WarningsProps {
  of: readonly ReactNode[];
  title?: string;
  color?: 'yellow' | 'red';
}

/** A list of warnings or, in red, of errors; renders nothing when it is empty. */
export function Warnings({ of, title, color = 'yellow' }: WarningsProps) {
  if (of.length === 0) return null;
  return (
    <Alert color={color} title={title ?? t('warnings')}>
      <List size="sm">
        {of.map((warning, at) => (
          <List.Item key={at}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

export function Faults({ of, c = 'red' }: { of: readonly Fault[]; c?: string }) {
  return of.map((fault) => (
    <Text key={`${fault.code} ${fault.message}`} size="xs" c={c}>
      {faultWords(fault)}
    </Text>
  ));
}

export function Share({ done, total, label }: { done: number; total: number; label: string }) {
  const value = total === 0 ? 0 : (100 * done) / total;
  return <Progress value={value} size="sm" mt={4} aria-label={label} />;
}

import { Alert, Badge, Button, createPolymorphicComponent, Group, List } from '@mantine/core';
import { Paper, Progress, Skeleton, Stack, Text, type TextProps, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, use, useId } from 'react';
import { isCallError } from '@ledgerline/client';
import { MayWrite } from '../app/queries.ts';
import { texts } from '../app/texts.ts';
import { errorWords, type Fault, faultWords } from './fault-words.ts';

const t = texts('parts');

/** What is said in passing: smaller and quieter than the text around it. */
export const Note = createPolymorphicComponent<'p', TextProps>((props: TextProps) => (
  <Text size="sm" c="dimmed" {...props} />
));

interface HeadProps {
  title: string;
  about?: ReactNode;
  /** What can be done here, at the end of the heading's line. */
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

/** A page: its title, which is the tab's too, what can be done here, and its content. */
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

/** A state in words, with its colour. */
export const Dot = (props: { color: string; children: ReactNode }) => (
  <Badge variant="dot" component="span" {...props} />
);

/** What could not be read, why, and the way to try again; what is gone does not come back. */
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

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** Of the page that is read as a whole: what it is called until then. */
  page?: string;
  children: (data: Data) => ReactNode;
  /** In place of a list without rows. */
  empty?: ReactNode;
}

/** What a query has read; until then its outline, and the error where it fails, above what was read before. */
export function Loaded<Data>({ query, page, children, empty }: LoadedProps<Data>) {
  const { data, error } = query;
  const failed = error && <ErrorState error={error} onAgain={() => void query.refetch()} />;
  if (data === undefined) {
    const shown = failed ?? <Waiting />;
    return page === undefined ? shown : <Page title={page}>{shown}</Page>;
  }
  return (
    <>
      {failed}
      {empty !== undefined && isEmpty(data) ? empty : children(data)}
    </>
  );
}

/** The outline of what is being read. */
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

/** What is doubtful or, in red, wrong; without it nothing. */
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

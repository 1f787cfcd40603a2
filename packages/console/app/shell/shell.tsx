import { modals } from '@mantine/modals';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CloseButton, Group, Loader, Stack, Text } from '@mantine/core';
import type { Run } from '@ledgerline/client';
import { TextLink } from '../../parts/actions.tsx';
import { Note } from '../../parts/page.tsx';
import { useFeed } from '../feed.ts';
import { MayWrite, useReading } from '../queries.ts';
import { forgetHousehold, forgetRun, resumeRuns, useRuns } from '../runs.ts';
import { type Session, sessionQuery, signOut } from '../session.ts';
import { texts } from '../texts.ts';
import { Frame } from './frame.tsx';

const t = texts('shell');

/** The paths of the pages below /app, in menu order. */
const PAGES = ['', 'transactions', 'portfolio', 'imports', 'rules', 'connections', 'settings'];
/** The scope for the writes of a page, if it is not `write`; it also opens what the page reads. */
const SCOPES: Record<string, string> = { imports: 'imports', rules: 'rules', connections: 'sync' };
const nameOf = (page: string): string => t(`nav.${page || 'overview'}` as 'nav.overview');

/** The frame around every page of a household: the menu, long-running work, and the feed that keeps pages fresh. */
export function Shell() {
  const { data: session } = useQuery(sessionQuery);
  const router = useRouter();
  // When the session ends, by signing out or by a refused request, go to sign-in and from there back to this page.
  useEffect(() => {
    if (session !== null) return;
    modals.closeAll();
    void router.invalidate();
  }, [session, router]);
  return session ? <SignedIn {...session} /> : null;
}

function SignedIn({ household: { id }, scopes }: Session) {
  const page = useLocation().pathname.split('/')[2] ?? '';
  const isOpened = (by: string | undefined) =>
    scopes.some((one) => one === 'read_write' || one === by);
  const shown = PAGES.filter((name) => isOpened('read') || isOpened(SCOPES[name]));
  const router = useRouter();
  const [first] = shown;
  // The overview reads everything.
  const elsewhere = page === '' && !isOpened('read') ? first : undefined;
  useEffect(() => {
    if (elsewhere !== undefined) router.history.replace(`/app/${elsewhere}`);
  }, [elsewhere, router]);
  const leave = async (): Promise<void> => {
    await signOut();
    forgetHousehold();
    await router.invalidate();
  };
  useFeed(id);
  useEffect(resumeRuns, []);
  const runs = useRuns();
  const { data: household } = useReading('/household', {});
  return (
    <MayWrite value={isOpened(SCOPES[page] ?? 'write')}>
      <Frame
        title={household?.data.name ?? ''}
        pages={shown.map((name) => ({ to: `/app/${name}`, label: nameOf(name) }))}
        onLeave={leave}
      >
        {/* Long-running work that this tab started; it continues while the reader is on another page. */}
        {runs.length > 0 && (
          <Stack gap={4} p="xs" role="status">
            <Note size="xs" fw={600}>
              {t('runs.title')}
            </Note>
            {runs.map(({ label, run, isOver }) => (
              <Group key={run.id} gap="xs" wrap="nowrap">
                {!isOver && <Loader size={14} />}
                <Text size="sm" truncate flex={1}>
                  {'filename' in run ? (
                    <TextLink to="/app/imports/$id" params={{ id: run.id }}>
                      {label}
                    </TextLink>
                  ) : (
                    label
                  )}
                </Text>
                {isOver && (
                  <>
                    <Text size="xs" c={isFailed(run) ? 'red' : 'dimmed'}>
                      {t(isFailed(run) ? 'runs.failed' : 'runs.over')}
                    </Text>
                    <CloseButton
                      size="xs"
                      aria-label={t('runs.forget', { label })}
                      onClick={() => forgetRun(run.id)}
                    />
                  </>
                )}
              </Group>
            ))}
          </Stack>
        )}
      </Frame>
    </MayWrite>
  );
}

const isFailed = (run: Run): boolean => run.status === 'failed';

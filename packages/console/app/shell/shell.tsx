import { modals } from '@mantine/modals';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CloseButton, Group, Loader, Stack, Text } from '@mantine/core';
import type { Run } from '@ledgerline/client';
import { Note } from '../../parts/page.tsx';
import { useFeed } from '../feed.ts';
import { useReading } from '../queries.ts';
import { forgetHousehold, forgetRun, resumeRuns, useRuns } from '../runs.ts';
import { type Session, sessionQuery, signOut } from '../session.ts';
import { texts } from '../texts.ts';
import { Frame } from './frame.tsx';

const t = texts('shell');

/** Each is a path of app/router.ts and a text below `nav`. */
const PAGES = [
  { to: '/', text: 'overview' },
  { to: '/transactions', text: 'transactions' },
  { to: '/portfolio', text: 'portfolio' },
  { to: '/imports', text: 'import' },
  { to: '/rules', text: 'rules' },
  { to: '/connections', text: 'connections' },
  { to: '/settings', text: 'settings' },
] as const;

/** What is around every page of a household: the menu, long work, and the feed that keeps pages fresh. */
export function Shell() {
  const { data: session } = useQuery(sessionQuery);
  const router = useRouter();
  // A session that ended, here or by a refused request, leads back to sign-in and from there to this page.
  useEffect(() => {
    if (session !== null) return;
    modals.closeAll();
    void router.invalidate();
  }, [session, router]);
  return session ? <SignedIn session={session} /> : null;
}

function SignedIn({ session }: { session: Session }) {
  const router = useRouter();
  const leave = async (): Promise<void> => {
    await signOut();
    forgetHousehold();
    await router.invalidate();
  };
  useFeed(session.household.id);
  useEffect(resumeRuns, []);
  const { data: household } = useReading('/household', {});
  return (
    <Frame
      title={household?.data.name ?? session.household.name ?? t('household')}
      pages={PAGES.map(({ to, text }) => ({ to, label: t(`nav.${text}`) }))}
      onLeave={leave}
    >
      <Running />
    </Frame>
  );
}

const isFailed = (run: Run): boolean => run.status === 'failed';

/** Long work that was begun here: it continues while the reader is on another page. */
function Running() {
  const runs = useRuns();
  if (runs.length === 0) return null;
  return (
    <Stack gap={4} p="xs" role="status">
      <Note size="xs" fw={600}>
        {t('runs.title')}
      </Note>
      {runs.map(({ label, run, isOver }) => (
        <Group key={run.id} gap="xs" wrap="nowrap">
          {!isOver && <Loader size={14} />}
          <Text size="sm" truncate flex={1}>
            {label}
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
  );
}

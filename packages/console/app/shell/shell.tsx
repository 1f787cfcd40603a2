import { modals } from '@mantine/modals';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CloseButton, Group, Loader, Stack, Text } from '@mantine/core';
import type { Run } from '@ledgerline/client';
import { Note } from '../../parts/page.tsx';
import { useFeed } from '../feed.ts';
import { MayWrite, useReading } from '../queries.ts';
import { forgetHousehold, forgetRun, resumeRuns, useRuns } from '../runs.ts';
import { sessionQuery, signOut } from '../session.ts';
import { texts } from '../texts.ts';
import { Frame } from './frame.tsx';

const t = texts('shell');

/** The paths of the pages below /app, in the order of the menu, and which scope of a key opens what they write. */
const PAGES: Record<string, string> = {
  '': 'write',
  transactions: 'write',
  portfolio: 'write',
  imports: 'imports',
  rules: 'rules',
  connections: 'sync',
  settings: 'write',
};
const nameOf = (page: string): string => t(`nav.${page || 'overview'}` as 'nav.overview');

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
  return session ? <SignedIn householdId={session.household.id} scopes={session.scopes} /> : null;
}

function SignedIn({ householdId, scopes }: { householdId: string; scopes: readonly string[] }) {
  const page = useLocation().pathname.split('/')[2] ?? '';
  const opening = ['read_write', PAGES[page] ?? 'write'];
  const router = useRouter();
  const leave = async (): Promise<void> => {
    await signOut();
    forgetHousehold();
    await router.invalidate();
  };
  useFeed(householdId);
  useEffect(resumeRuns, []);
  const { data: household } = useReading('/household', {});
  return (
    <MayWrite value={scopes.some((scope) => opening.includes(scope))}>
      <Frame
        title={household?.data.name ?? ''}
        pages={Object.keys(PAGES).map((name) => ({ to: `/app/${name}`, label: nameOf(name) }))}
        onLeave={leave}
      >
        <Running />
      </Frame>
    </MayWrite>
  );
}

const isFailed = (run: Run): boolean => run.status === 'failed';

/** Long work that this tab started; it continues while the reader is on another page. */
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

import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useFeed } from '../feed.ts';
import { useReading } from '../queries.ts';
import { forgetHousehold, resumeRuns } from '../runs.ts';
import { sessionQuery, signOut } from '../session.ts';
import type { Session } from '../session.ts';
import { texts } from '../texts.ts';
import { Frame } from './frame.tsx';
import { Running } from './running.tsx';

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
    if (session === null) void router.invalidate();
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
  useEffect(() => void resumeRuns(), []);
  const { data: household } = useReading('/household', {}, ['household']);
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

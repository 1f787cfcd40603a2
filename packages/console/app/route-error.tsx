import { Container } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { LedgerlineError } from '@ledgerline/client';
import { ErrorState } from '../parts/page.tsx';
import { isThere } from './session.ts';

/** An address that no page has; the menu next to it leads back. */
const NOWHERE = new LedgerlineError('', { status: 404, code: 'record_not_found' });
export const NotFound = () => <ErrorState error={NOWHERE} />;

/** A page that could not be shown. Once the service answers, it is reloaded: its code may be what is missing. */
export function RouteError({ error }: ErrorComponentProps) {
  const again = async (): Promise<void> => {
    if (await isThere()) location.reload();
  };
  return (
    <Container size="sm" py="xl">
      <ErrorState error={error} onAgain={() => void again()} />
    </Container>
  );
}

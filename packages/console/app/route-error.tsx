import { Container } from '@mantine/core';
import { type ErrorComponentProps, useLocation } from '@tanstack/react-router';
import { ButtonLink } from '../parts/actions.tsx';
import { EmptyState, ErrorState } from '../parts/page.tsx';
import { isThere } from './session.ts';
import { texts } from './texts.ts';

const t = texts('parts');

/** Shown for an address without a page. */
export function NotFound() {
  const home = useLocation().pathname.startsWith('/admin') ? '/admin' : '/app';
  const back = <ButtonLink to={home}>{t('back')}</ButtonLink>;
  return <EmptyState title={t('fault.gone')} text={t('fault.not_found')} action={back} />;
}

/** Shown when a page fails. Its button reloads the page if the service answers: the page's code may be what failed to load. */
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

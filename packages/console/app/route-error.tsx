import { Container } from '@mantine/core';
import { type ErrorComponentProps, useLocation } from '@tanstack/react-router';
import { ButtonLink } from '../parts/actions.tsx';
import { EmptyState, ErrorState } from '../parts/page.tsx';
import { isThere } from './session.ts';
import { texts } from './texts.ts';

const t = texts('parts');

/** An address that no page has. */
export function NotFound() {
  const home = useLocation().pathname.startsWith('/admin') ? '/admin' : '/app';
  const back = <ButtonLink to={home}>{t('back')}</ButtonLink>;
  return <EmptyState title={t('fault.gone')} text={t('fault.not_found')} action={back} />;
}

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

import { Container } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../parts/page.tsx';

/** A page that could not be shown. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return (
    <Container size="sm" py="xl">
      <ErrorState error={error} onAgain={reset} />
    </Container>
  );
}

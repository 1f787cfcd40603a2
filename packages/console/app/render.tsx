import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, StrictMode } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import './base.css';
import { nonce } from './nonce.ts';
import { queryClient } from './queries.ts';
import { startTexts, useLanguage } from './texts.ts';
import { theme } from './theme.ts';

/** Texts are looked up as they are rendered: another language renders all anew. */
function InLanguage({ children }: { children: ReactNode }) {
  return <Fragment key={useLanguage()}>{children}</Fragment>;
}

/** Shows pages in the document, with the texts, the look and the queries that all of them share. */
export async function render(pages: ReactNode): Promise<void> {
  await startTexts();
  createRoot(document.getElementById('root') ?? document.body).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <Notifications position="bottom-right" />
        <QueryClientProvider client={queryClient}>
          <InLanguage>{pages}</InLanguage>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

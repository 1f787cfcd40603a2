import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import './base.css';
import { nonce } from './nonce.ts';
import { queryClient } from './queries.ts';
import { startTexts } from './texts.ts';
import { theme } from './theme.ts';

/** Shows pages in the document, with the texts, the look and the queries that all of them share. */
export async function render(pages: ReactNode): Promise<void> {
  await startTexts();
  createRoot(document.getElementById('root') ?? document.body).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <Notifications position="bottom-right" />
        <QueryClientProvider client={queryClient}>{pages}</QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

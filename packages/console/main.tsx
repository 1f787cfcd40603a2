import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import { createTheme, type MantineColorsTuple, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setNonce } from 'get-nonce';
import './app/base.css';
import { queryClient } from './app/queries.ts';
import { router } from './app/router.ts';
import { signIn, takeTicket } from './app/session.ts';
import { startTexts, texts } from './app/texts.ts';

/** The nonce that the server puts into the page; style elements that the components insert must carry it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// For the styles that stop the page from scrolling behind a dialog.
setNonce(nonce);

const named = () => ({ closeButtonProps: { 'aria-label': texts('parts')('close') } });
const OVER_THE_PAGE = {
  defaultProps: () => ({ ...named(), overlayProps: { backgroundOpacity: 0.35 } }),
  // A long URL in the notes must wrap: it can be wider than the drawer.
  styles: { title: { fontWeight: 600 }, body: { overflowWrap: 'anywhere' } },
} as const;

const theme = createTheme({
  fontFamily: 'system-ui, sans-serif',
  fontSizes: { xs: '12px', sm: '13.5px', md: '14.5px', lg: '17px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  colors: {
    dark: [
      ...['#dfe3e8', '#c0c6ce', '#a2abb7', '#7b8591', '#4a515a'],
      ...['#3a4048', '#23282e', '#16181c', '#111316', '#0c0e10'],
    ] as unknown as MantineColorsTuple,
    sea: [
      ...['#eef7f7', '#d9ecec', '#b3d9d8', '#86c2c0', '#5fb0ad'],
      ...['#3f9c99', '#257f7c', '#17706d', '#0f6562', '#0a5452'],
    ] as unknown as MantineColorsTuple,
  },
  primaryColor: 'sea',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Keyed by name: importing the components would add them to the script of the first page.
  components: {
    // Coloured text on a background of the same colour has too little contrast.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    Badge: { styles: { label: { textTransform: 'none', fontWeight: 500 } } },
    Button: {
      defaultProps: { size: 'xs', variant: 'default' },
      styles: { root: { fontWeight: 500 } },
    },
    Drawer: OVER_THE_PAGE,
    // A modal must be above the drawer that opened it, and below the dropdowns of its own fields.
    Modal: {
      ...OVER_THE_PAGE,
      defaultProps: () => ({ ...OVER_THE_PAGE.defaultProps(), zIndex: 250 }),
    },
    Notification: { defaultProps: named },
    SegmentedControl: { defaultProps: { transitionDuration: 0 } },
    Select: { defaultProps: { allowDeselect: false, limit: 200 } },
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'xs' } },
  },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '1.25' },
      h2: { fontSize: '16px', lineHeight: '1.35' },
      h3: { fontSize: '14.5px', lineHeight: '1.4' },
    },
  },
});

const ticket = takeTicket();
// With a ticket that was already used, the reader has to sign in, as without one.
if (ticket !== null) await signIn({ ticket }).catch(() => false);
await startTexts();

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <Notifications position="bottom-right" />
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

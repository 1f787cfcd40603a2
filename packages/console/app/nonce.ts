import { setNonce } from 'get-nonce';

/** The nonce that the server puts into the page: styles that the components make carry it. */
export const nonce =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// For the styles that keep the page from scrolling behind a dialog.
setNonce(nonce);

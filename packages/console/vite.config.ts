import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
// The service that `npm start` runs: the development server forwards API requests to it.
const service = process.env['LEDGERLINE_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: path('.'),
  base: '/app/',
  plugins: [react()],
  resolve: {
    alias: [
      { find: '@ledgerline/client', replacement: path('../client/index.ts') },
      { find: /^#preflight\/(.*)$/, replacement: `${path('../preflight')}/$1.ts` },
    ],
  },
  build: {
    target: 'es2023',
    // The first versions that support light-dark() natively.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The Content-Security-Policy refuses inlined data: URLs.
    assetsInlineLimit: 0,
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': service, '/app/session': service, '/admin/api': service },
  },
});

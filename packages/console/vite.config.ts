import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
// The service that `npm start` runs; the pages are then reloaded as they are edited.
const service = process.env['LEDGERLINE_URL'] ?? 'http://127.0.0.1:3000';

/** The highest takes three times as long as all else of a build, and saves another 7 % of the bytes. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes each asset as .br and .gz too, which the server sends as they are. */
const compressed: Plugin = {
  name: 'compressed-assets',
  apply: 'build',
  async closeBundle() {
    const folder = path('./dist/assets');
    const compress = async (name: string): Promise<void> => {
      const file = `${folder}/${name}`;
      const bytes = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, QUALITY));
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    };
    await Promise.all((await readdir(folder)).map(compress));
  },
};

export default defineConfig({
  root: path('.'),
  base: '/app/',
  plugins: [react(), compressed],
  resolve: {
    alias: [
      { find: '@ledgerline/client', replacement: path('../client/index.ts') },
      { find: /^#preflight\/(.*)$/, replacement: `${path('../preflight')}/$1.ts` },
    ],
  },
  build: {
    target: 'es2023',
    // From these on browsers know light-dark() themselves.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // What is inlined as data: is refused by the Content-Security-Policy.
    assetsInlineLimit: 0,
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': service, '/app/session': service, '/admin/api': service },
  },
});

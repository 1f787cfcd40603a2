import { existsSync, readFileSync } from 'node:fs';

/** The version of the nearest package above: that of the service, or the command's own. The one in dist/ has none. */
export function readVersion(): string {
  const { version } = manifestAbove(new URL('./', import.meta.url));
  return version ?? 'unknown';
}

function manifestAbove(folder: URL): { version?: string } {
  const file = new URL('package.json', folder);
  const manifest = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { version?: string })
    : {};
  const above = new URL('../', folder);
  return manifest.version !== undefined || above.href === folder.href
    ? manifest
    : manifestAbove(above);
}

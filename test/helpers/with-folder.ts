import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder for the files of the surrounding `describe`, and what writes one there and returns its path. */
export function withFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerline-test-'));
  after('remove the files', () => rmSync(folder, { recursive: true }));
  const file = (name: string, content: string | Uint8Array): string => {
    const full = path.join(folder, name);
    writeFileSync(full, content);
    return full;
  };
  return { folder, file };
}

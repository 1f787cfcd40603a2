import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of package.json. Files that are not TypeScript (migrations, page assets) are found relative to it, because sources and
 * dist/ have different depths and only the source tree has these files. The package.json in dist/ is skipped: it only resolves
 * import names.
 */
export function packageRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  const isRoot = (): boolean =>
    existsSync(path.join(folder, 'package.json')) && path.basename(folder) !== 'dist';
  while (!isRoot()) folder = path.dirname(folder);
  return folder;
}

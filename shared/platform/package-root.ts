import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of package.json. Files that are not TypeScript (migrations, page assets) are found from
 * here: sources and dist/ lie at different depths, and only the sources' place has these files. The package.json of dist/
 * only says where its names lead.
 */
export function packageRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  const isRoot = (): boolean =>
    existsSync(path.join(folder, 'package.json')) && path.basename(folder) !== 'dist';
  while (!isRoot()) folder = path.dirname(folder);
  return folder;
}

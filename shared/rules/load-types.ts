import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

/** What every registered kind has, whatever it is. */
interface Named {
  readonly type: string;
}

/**
 * Reads every module of a folder and returns what it exports under `exportName`, by wire name.
 * The folder is the list: adding a kind is adding its file. Throws when a file does not export one,
 * or is not named after it, so that a slip shows at start and not when a rule runs.
 */
export async function loadTypes<T extends Named>(
  folder: URL,
  exportName: string,
): Promise<ReadonlyMap<string, T>> {
  const files = readdirSync(folder)
    .filter((file) => /(?<!\.d)\.[jt]s$/.test(file))
    .sort();
  const types = new Map<string, T>();
  for (const file of files) {
    const module = (await import(new URL(file, folder).href)) as Record<string, T | undefined>;
    const definition = module[exportName];
    const expected = basename(file)
      .replace(/\.[jt]s$/, '')
      .replaceAll('-', '_');
    if (definition?.type !== expected) {
      throw new Error(`${file} must export ${exportName} with type '${expected}'.`);
    }
    types.set(definition.type, definition);
  }
  return types;
}

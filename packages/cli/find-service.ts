import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What `npm start` wrote of the service that runs here. */
interface Ready {
  base_url?: string;
  api_key?: string;
  database_url?: string;
  redis_url?: string | null;
}

/** What runs here; empty when nothing does. */
export function readReady(env: NodeJS.ProcessEnv): Ready {
  const file = path.join(env['DATA_DIR'] ?? '.data', 'ready.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Ready) : {};
}

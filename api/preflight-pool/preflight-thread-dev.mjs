// A thread does not inherit the loader of its process: when the sources are run as they are, this program
// registers tsx and then becomes preflight-thread.ts. The build does not contain it.
import { register } from 'tsx/esm/api';

register();
export default (await import('./preflight-thread.ts')).default;

import { describeHostileRequests } from './hostile-requests.ts';

// The long form, with a new seed each time and a limit of five seconds: `npm run test:long -- hostile`. Here the machine may be busy.
describeHostileRequests({ mutated: 600, endless: 600, slowestMs: 30_000 }, 1);

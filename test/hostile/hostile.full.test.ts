import { describeHostileRequests } from './hostile-requests.ts';

// The long form, with a new seed each time: `npm run test:long -- hostile`.
describeHostileRequests({ mutated: 600, endless: 600 }, 1);

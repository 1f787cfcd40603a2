import { describeHostileRequests } from './hostile-requests.ts';

// The long form, with a seed of its own each time: `npm run test:long -- hostile`.
describeHostileRequests({ mutated: 600, endless: 600 }, 1);

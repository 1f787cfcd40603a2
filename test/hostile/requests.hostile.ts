import { describeHostileRequests } from './hostile-requests.ts';

describeHostileRequests(
  Number(process.env['HOSTILE_REQUESTS'] ?? 50_000),
  Number(process.env['HOSTILE_SEED'] ?? Date.now() % 1_000_000),
);

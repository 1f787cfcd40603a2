import { describeHostileRequests } from './hostile-requests.ts';

describeHostileRequests(
  {
    mutated: Number(process.env['HOSTILE_REQUESTS'] ?? 50_000),
    endless: Number(process.env['HOSTILE_ENDLESS'] ?? 20_000),
  },
  Number(process.env['HOSTILE_SEED'] ?? Date.now() % 1_000_000),
);

/**
 * `npm run bench:simulation`: a day's first hours of many connections on a virtual clock: how long after
 * they were due syncs begin, by bank and household, and how well the time was foretold that a backlog takes. The decisions
 * of scheduler, queue order, places, limiter, breaker and retries are those of the service. Takes the number of
 * connections as an argument, default 10,000,000.
 */
import { readCommandLine, wholeNumber } from '../scripts/terminal/command-line.ts';
import type { Delays } from './simulation/delays.ts';
import { foretold, scenarios } from './simulation/scenarios.ts';
import { simulate } from './simulation/simulate.ts';

const { positionals } = readCommandLine(
  `Usage: npm run bench:simulation [-- CONNECTIONS]

A day's first hours of so many connections (10000000) on a virtual clock: how late syncs begin.`,
  { words: 1 },
);
const CONNECTIONS = wholeNumber('CONNECTIONS', positionals[0] ?? 10_000_000);

function show(delays: Delays | undefined): string {
  if (delays === undefined || delays.count === 0) return '-';
  const seconds = (share: number): string => (delays.percentile(share) / 1000).toPrecision(3);
  return `${seconds(0.5)} / ${seconds(0.99)} / ${seconds(1)}`;
}

console.log(`${CONNECTIONS} connections; seconds from due to begun: half / 99 % / all`);
console.log(
  '| scenario | begun | failed | handed back | all | slow bank | other banks | household of 1,000 | foretold |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
for (const { name, ...scenario } of scenarios(CONNECTIONS)) {
  const { lags, probes, ...counts } = simulate(scenario);
  const others = lags.banks.slice(1).sort((a, b) => b.percentile(0.99) - a.percentile(0.99));
  const { least, most } = foretold(probes);
  const cells = [
    name,
    counts.begun,
    counts.failed,
    counts.handedBack,
    show(lags.all),
    show(lags.banks[0]),
    `${show(others[0])} (worst)`,
    show(lags.largest),
    most === 0 ? '-' : `${least.toFixed(2)} to ${most.toFixed(2)} times`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

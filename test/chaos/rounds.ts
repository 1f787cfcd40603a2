import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { wholeSetting } from '../../scripts/terminal/command-line.ts';

/** One thing that can go wrong, and the program that tries it. */
export interface Kind {
  name: string;
  program: readonly string[];
  env: NodeJS.ProcessEnv;
}

/** One round in a separate process; its output is shown only when it does not hold: the faults that it names, and its end. */
async function play(
  { program, env }: Kind,
  own: NodeJS.ProcessEnv,
): Promise<{ held: boolean; said: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', ...program], {
    env: { ...process.env, TIME_LIMIT_SECONDS: '600', ...env, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const faults: string[] = [];
  let end = '';
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (line.includes('FAULT')) faults.push(line);
      end = `${end}${line}\n`.slice(-5000);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { held: code === 0, said: [...faults, end].join('\n') };
}

interface Tally {
  held: number;
  failed: number;
  seconds: number;
}

/**
 * Plays rounds of the kinds in turn, each with its own seed, and shows a table; true only when every round held.
 * ROUNDS and ALL_SECONDS (3600) bound it: a round that would begin later is left out, which fails. `queueOf` says
 * where the queue of a round is, when its kind does not.
 */
export async function playRounds(
  kinds: readonly Kind[],
  usualRounds: number,
  queueOf: (round: number) => NodeJS.ProcessEnv = () => ({}),
): Promise<boolean> {
  const rounds = wholeSetting(process.env, 'ROUNDS', usualRounds);
  const until = performance.now() + wholeSetting(process.env, 'ALL_SECONDS', 3600) * 1000;
  const seed = process.env['SEED'] ?? String(Math.floor(Math.random() * 1e9));
  const tally = new Map<string, Tally>(
    kinds.map(({ name }) => [name, { held: 0, failed: 0, seconds: 0 }]),
  );
  let played = 0;
  console.log(`${rounds} rounds; repeat with SEED=${seed}`);
  for (let round = 0; round < rounds && performance.now() < until; round += 1) {
    const kind = kinds[round % kinds.length];
    const line = kind === undefined ? undefined : tally.get(kind.name);
    if (kind === undefined || line === undefined) break;
    const queue = queueOf(round);
    const begun = performance.now();
    const { held, said } = await play(kind, { ...queue, SEED: `${seed}-${round}` });
    const seconds = Math.round((performance.now() - begun) / 1000);
    played += 1;
    line.seconds += seconds;
    line[held ? 'held' : 'failed'] += 1;
    const where = queue['QUEUE'] ?? kind.env['QUEUE'] ?? 'postgres';
    console.log(
      `round ${round + 1}: ${kind.name}, queue in ${where}: ${held ? 'holds' : 'DOES NOT HOLD'} (${seconds} s)`,
    );
    if (!held) console.log(said);
  }

  console.log('\n| what goes wrong | rounds | held | seconds |\n| --- | --- | --- | --- |');
  for (const [name, { held, failed, seconds }] of tally) {
    console.log(`| ${name} | ${held + failed} | ${held} | ${seconds} |`);
  }
  const holds = played === rounds && [...tally.values()].every(({ failed }) => failed === 0);
  console.log(
    holds ? 'chaos: it holds' : `chaos: IT DOES NOT HOLD (${played} of ${rounds} rounds)`,
  );
  return holds;
}

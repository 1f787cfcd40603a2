/**
 * A process that runs the programs of this checkout one after another, each with its own arguments, up to where it
 * ends; its own argument is the list of command lines as JSON. Prints what became of each. The programs share the modules
 * that they load, on which a process for each would spend far more than on its work.
 */
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/** How a program ended, and what it had said by then. */
export interface CommandEnd {
  program: string;
  code: number;
  stdout: string;
  stderr: string;
}

const [node = '', self = '', list = ''] = process.argv;
const commands = JSON.parse(list) as [program: string, ...args: string[]][];
const root = path.resolve(path.dirname(self), '../..');
const extension = path.extname(self);
const write = process.stdout.write.bind(process.stdout);
const exit = process.exit.bind(process);

type Heard = Omit<CommandEnd, 'program' | 'code'> & { code: number | undefined };

const silence = (): Heard => ({ code: undefined, stdout: '', stderr: '' });
const exitCode = (): number => Number(process.exitCode ?? 0);
let heard = silence();

for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (chunk: string | Uint8Array) => {
    if (heard.code === undefined) heard[name] += String(chunk);
    return true;
  };
}
// It must not return. What a program makes of the exception comes after its end.
process.exit = (asked) => {
  heard.code ??= asked === undefined || asked === null ? exitCode() : Number(asked);
  throw new Error('The program has ended.');
};

async function run(program: string, args: string[], count: number): Promise<CommandEnd> {
  heard = silence();
  process.exitCode = undefined;
  const file = path.join(root, program.replace(/\.ts$/, extension));
  process.argv = [node, file, ...args];
  try {
    // Another address makes it another module, so that it runs again.
    await import(`${pathToFileURL(file).href}?${count}`);
    await setImmediate();
  } catch (error) {
    if (heard.code === undefined) {
      heard.stderr += String(error instanceof Error ? error.stack : error);
      heard.code = 1;
    }
  }
  process.removeAllListeners('uncaughtException');
  const { code = exitCode(), stdout, stderr } = heard;
  return { program, code, stdout, stderr };
}

const ends: CommandEnd[] = [];
for (const [program, ...args] of commands) ends.push(await run(program, args, ends.length));
write(JSON.stringify(ends), () => exit(0));

import type { Command } from 'commander';
import { buildProgram } from '../../packages/cli/program.ts';

const INTRO = `# The command

\`npx ledgerline\` in a checkout, \`ledgerline\` in the image; \`--version\` says which. Each command explains itself with \`--help\`.

It talks to the service at \`--url\` or \`LEDGERLINE_URL\`, with the key in \`LEDGERLINE_KEY\` or in the file \`--key-file\`; without them, to the
one that \`npm start\` runs in this folder. \`preflight\` and \`clean\` need no service; \`-\` is standard input. \`ops\` needs the database of the service.

With \`--json\`, standard output has one JSON document, or one record per line (lists, \`sync\`, \`webhooks listen\`), and nothing else; \`clean\` then
needs \`--out\`. \`export\` always writes JSON, and \`completion\` always a script. Only terminals get colours and progress bars; \`NO_COLOR=1\` turns
colours off. \`eval "$(ledgerline completion bash)"\` turns on completion in bash; zsh and fish work the same way.
`;

const EXIT_CODES = `## Exit codes

| Code | Meaning                                                          |
| ---- | ---------------------------------------------------------------- |
| 0    | Fine                                                             |
| 1    | Faults in the file, or a "no" for an answer                      |
| 2    | The command line is wrong                                        |
| 3    | The service refused                                              |
| 4    | The service is unreachable, or a proxy in front of it answered   |
| 130  | Stopped with Ctrl-C; the service continues what it has begun |
`;

/** docs/COMMANDS.md: the commands as the program itself describes them. */
export async function commandsPage(): Promise<string> {
  const program = await buildProgram({ ...process, onInterrupt: () => undefined }, () => undefined);
  const rows = (command: Command, before: string): string[] =>
    command
      .createHelp()
      .visibleCommands(command)
      .filter((each) => each.name() !== 'help')
      .flatMap((each) => {
        const needed = each.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
        const term = command.createHelp().subcommandTerm(each).replace(' [options]', '');
        const usage = [before + term, ...needed].join(' ');
        const below = rows(each, `${before}${each.name()} `);
        return below.length > 0 ? below : [`| \`${usage}\` | ${each.summary()} |`];
      });
  const table = ['| Command | What it does |', '| --- | --- |', ...rows(program, '')].join('\n');
  return [INTRO, '## Commands\n', `${table}\n`, EXIT_CODES].join('\n');
}

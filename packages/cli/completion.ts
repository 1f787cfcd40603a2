import type { Command } from 'commander';
import type { Action } from './action.ts';
import { EXIT, Failure } from './failure.ts';

/** The script for each shell; it calls `ledgerline complete` for the words that may follow. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_ledgerline() {
  local words
  words=$(ledgerline complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _ledgerline ledgerline`,
  zsh: `_ledgerline() {
  local -a found
  found=("\${(@f)$(ledgerline complete -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
  compadd -a found
  _files
}
compdef _ledgerline ledgerline`,
  fish: `complete -c ledgerline -a '(ledgerline complete -- (commandline -opc)[2..] 2>/dev/null)'`,
};

export const printScript: Action = async ({ streams }, _options, [shell = '']) => {
  const script = SCRIPTS[shell];
  if (script === undefined) throw new Failure('usage', 'The shell must be bash, zsh or fish.');
  streams.stdout.write(`${script}\n`);
  return EXIT.fine;
};

/** The commands and options that may follow these words. */
export function wordsAfter(program: Command, words: readonly string[]): readonly string[] {
  let at = program;
  for (const word of words) at = at.commands.find((each) => each.name() === word) ?? at;
  const names = at
    .createHelp()
    .visibleCommands(at)
    .map((each) => each.name());
  const options = [...program.options, ...at.options].map(({ long }) => long ?? '');
  return [...new Set([...names, ...options, '--help'])];
}

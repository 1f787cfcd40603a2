import { execFile, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { programArguments, root } from '../../helpers/checkout.ts';
import { withFolder } from '../../helpers/with-folder.ts';

const run = promisify(execFile);

/** What a person would type in each shell, and what prints the words that it then offers. */
const SHELLS: Readonly<Record<string, (script: string) => string>> = {
  bash: (script) => `
    source ${script}
    COMP_WORDS=(ledgerline web); COMP_CWORD=1; _ledgerline; echo "$\{COMPREPLY[@]}"
    COMP_WORDS=(ledgerline rules ''); COMP_CWORD=2; _ledgerline; echo "$\{COMPREPLY[@]}"`,
  fish: (script) => `
    source ${script}
    complete -C 'ledgerline web'
    complete -C 'ledgerline rules '`,
  // Only a terminal completes in zsh: this one is within the shell. Tab twice lists what there is.
  zsh: (script) => `
    zmodload zsh/zpty
    zpty terminal zsh -f -i
    zpty -w terminal "autoload -U compinit; compinit -u -D; source ${script}; PS1='> '; echo read''y"
    zpty -r -m terminal line '*ready*'
    zpty -w -n terminal $'ledgerline web\\t'
    zpty -r -m terminal line '*hooks*'; print -r -- $line
    zpty -w -n terminal $'\\025ledgerline rules \\t\\t'
    zpty -r -m terminal line '*preview*'; print -r -- $line`,
};

describe('completion of ledgerline', function () {
  const { folder, file } = withFolder();
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, TERM: 'xterm' };
  before(() => {
    const words = [process.execPath, ...programArguments('packages/cli/main.ts')];
    const quoted = words.map((word) => `'${word}'`).join(' ');
    chmodSync(file('ledgerline', `#!/bin/sh\ncd '${root}' && exec ${quoted} "$@"\n`), 0o755);
  });

  for (const [shell, program] of Object.entries(SHELLS)) {
    it(`offers commands in ${shell}`, async function () {
      if (spawnSync(shell, ['--version']).error !== undefined) this.skip();
      const printed = await run('ledgerline', ['completion', shell], { env });
      const script = file(`script.${shell}`, printed.stdout);
      const { stdout } = await run(shell, ['-c', program(script)], { env, timeout: 60_000 });
      expect(stdout).to.include('hooks').and.to.include('preview');
    });
  }
});

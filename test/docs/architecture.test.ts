import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { readSource, root } from '../helpers/checkout.ts';

const text = readSource('docs/ARCHITECTURE.md');
const [, tree = ''] = text.split('```');
const prose = text.replaceAll(/```[^]*?```/g, '');
const codes = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);

const exists = (name: string): boolean =>
  existsSync(path.join(root, name)) || existsSync(path.join(root, `${name}.ts`));

/** Every path of the tree in the text, from the root of the repository. */
function* treePaths(): Generator<string> {
  let folder = '';
  for (const line of tree.split('\n')) {
    const [, indent = '', names = ''] = /^( *)(\S+(?: \S+)*)/.exec(line) ?? [];
    for (const name of names.split(/[ ,]+/).filter((each) => /[/]$|\.ts$/.test(each))) {
      if (indent === '') folder = name;
      yield indent === '' ? name : `${folder}${name}`;
    }
  }
}

describe('docs/ARCHITECTURE.md', () => {
  it('draws a tree of folders and files that exist', () => {
    const paths = [...treePaths()];
    expect(paths).to.include.members([
      'api/main.ts',
      'shared/ledger/',
      'workers/imports/',
      'bench/',
    ]);
    for (const name of paths) expect(exists(name), name).to.equal(true);
  });

  it('names paths that exist', () => {
    const bases = ['', 'api', 'shared', 'docs'];
    const paths = codes.filter((code) => /^[\w-]+(?:\/[\w.-]+)+$|^[\w-]+\.ts$/.test(code));
    expect(paths.length).to.be.greaterThan(10);
    for (const name of paths) {
      const found = bases.some((base) => exists(path.join(base, name)));
      expect(found, name).to.equal(true);
    }
    for (const [, target] of prose.matchAll(/\]\(([\w./-]+)\)/g)) {
      expect(exists(path.join('docs', target!)), target).to.equal(true);
    }
  });

  it('names every process of the Procfile, by its file', () => {
    const files = [...readSource('Procfile').matchAll(/dist\/((?:api|workers)\/[\w-]+)\.js/g)];
    expect(files).to.not.have.length(0);
    for (const [, file] of files) expect(codes).to.include(`${file!}.ts`);
  });

  it('names states that a run of rules has', () => {
    const states = /rule_runs_status_check CHECK .*ARRAY\[([^\]]+)\]/.exec(
      readSource('shared/postgres/schema.sql'),
    )?.[1];
    const first = /a rule run is a row \(`(\w+)`\)/.exec(prose)?.[1];
    expect(states).to.include(`'${first!}'`);
  });
});

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { readSource, root } from '../helpers/checkout.ts';

const GUARDED = /\b(bullmq|postgres)(?:\.js)? \(?(\d+\.\d+\.\d+)/g;

describe('guards against faults of libraries', () => {
  it('name the installed version: look at each again when a library is upgraded', () => {
    const { dependencies } = JSON.parse(readSource('package.json')) as {
      dependencies: Record<string, string>;
    };
    const files = ['api', 'shared', 'workers'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(?:ts|md)$/.test(file))
        .map((file) => path.join(folder, file)),
    );
    const named = files.flatMap((file) =>
      [...readSource(file).matchAll(GUARDED)].map(([, library = '', version]) => ({
        file,
        library,
        version,
      })),
    );
    expect(named).to.have.length.above(10);
    const old = named.filter(({ library, version }) => dependencies[library] !== version);
    expect(old).to.deep.equal([]);
  });
});

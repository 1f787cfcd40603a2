import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { ask } from '../../../packages/cli/import/ask.ts';

describe('the question before an import', () => {
  const answer = async (typed: string, isTTY = true): Promise<string> => {
    const stdin = Object.assign(new PassThrough(), { isTTY });
    const asked = ask('Import 3 rows? [y/N] ', { stdin, stdout: new PassThrough() });
    stdin.write(typed);
    return asked;
  };

  it('takes y and yes for a yes, and anything else for a no', async () => {
    for (const typed of ['y\r', 'YES\r', ' yes \r']) expect(await answer(typed)).to.equal('yes');
    for (const typed of ['\r', 'n\r', 'yep\r', 'ja\r']) expect(await answer(typed)).to.equal('no');
  });

  it('takes Ctrl-C and Ctrl-D for a no, so that nothing is left behind', async () => {
    for (const typed of ['\x03', '\x04', 'ye\x03']) expect(await answer(typed)).to.equal('no');
  });

  it('asks nothing without a terminal', async () => {
    expect(await answer('y\r', false)).to.equal('unasked');
  });
});

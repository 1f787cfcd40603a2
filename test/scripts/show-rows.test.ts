import { expect } from 'chai';
import { showRows } from '../../scripts/import/show-rows.ts';

describe('watching an import', () => {
  /** What it says in so many looks at a run that gets no further. */
  const saysOf = (step: string | null): string[] => {
    const said: string[] = [];
    /* eslint-disable no-console -- what is tested is what it prints */
    const { error } = console;
    console.error = (text: string) => said.push(text);
    try {
      const shown = showRows('Import', 'an-id');
      for (let look = 0; look < 50; look += 1) {
        shown.show({ step, rows_done: 0, rows_total: 80_000 });
      }
      shown.stop();
    } finally {
      console.error = error;
    }
    return said;
  };

  it('says that no worker is at it, and nothing while one judges', () => {
    expect(saysOf(null)).to.have.length(1);
    expect(saysOf(null)[0]).to.contain('No worker');
    expect(saysOf('judging')).to.deep.equal([]);
  });
});

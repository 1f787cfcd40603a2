import { expect } from 'chai';
import { createShedLog } from '../../../api/http/shed-log.ts';
import { overloaded } from '../../../shared/platform/errors.ts';
import { createCapturedLog } from '../../helpers/captured-log.ts';

describe('the log of refused requests', () => {
  it('says a burst once, as a warning, and how many were passed over with the next', () => {
    const { log, lines } = createCapturedLog();
    let now = 0;
    const tell = createShedLog(log, () => now);
    for (let n = 0; n < 500; n += 1, now += 10) tell(overloaded('Too many.'), { request_id: n });
    tell(overloaded('Another reason.'), {});
    expect(lines.map(({ level, message }) => `${level} ${message}`)).to.deep.equal([
      'warn requests are refused: Too many.',
      'warn requests are refused: Another reason.',
    ]);
    now += 60_000;
    tell(overloaded('Too many.'), {});
    expect(lines.at(-1)!['message']).to.contain('(499 more since');
  });

  it('says one that does not end again after a while', () => {
    const { log, lines } = createCapturedLog();
    let now = 0;
    const tell = createShedLog(log, () => now);
    for (; now < 11 * 60_000; now += 30_000) tell(overloaded('Too many.'), {});
    expect(lines).to.have.length(3);
  });
});

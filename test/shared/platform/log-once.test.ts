import { expect } from 'chai';
import { createOutage, outageOf } from '../../../shared/platform/log-once.ts';
import { createCapturedLog } from '../../helpers/captured-log.ts';

describe('an outage in the log', () => {
  let at = 0;
  const open = () => {
    const { log, lines } = createCapturedLog();
    return { outage: createOutage(log, 'queue sync', () => at), lines };
  };

  it('is said once, however often it fails', () => {
    const { outage, lines } = open();
    for (let index = 0; index < 1000; index += 1) {
      at += 10;
      outage.failed(new Error('no room'), { queue: 'sync' });
    }
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include({ level: 'warn', message: 'queue sync: no room', queue: 'sync' });
  });

  it('is said again after five minutes, with the number of failures', () => {
    const { outage, lines } = open();
    outage.failed(new Error('no room'));
    for (let second = 0; second < 300; second += 1) {
      at += 1000;
      outage.failed(new Error('no room'));
    }
    expect(lines.map(({ message }) => message as string)).to.deep.equal([
      'queue sync: no room',
      'queue sync: no room (300 failures since the last such line)',
    ]);
  });

  it('says another reason at once, but not a new one each time', () => {
    const { outage, lines } = open();
    for (let index = 0; index < 100; index += 1) outage.failed(new Error(`reason ${index}`));
    expect(lines).to.have.length(5);
  });

  it('says its end once, and only when nothing has failed for a while', () => {
    const { outage, lines } = open();
    outage.worked();
    outage.failed(new Error('no room'));
    outage.worked();
    at += 60_000;
    outage.worked();
    outage.worked();
    expect(lines.map(({ level, message }) => `${level} ${message}`)).to.deep.equal([
      'warn queue sync: no room',
      'info queue sync: works again after 60 s',
    ]);
    outage.failed(new Error('no room'));
    expect(lines).to.have.length(3);
  });

  it('is one for everybody who meets it, and names an error without a message by its code', () => {
    const { log, lines } = createCapturedLog();
    const refused = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
    outageOf(log, 'Redis').failed(refused);
    outageOf(log, 'Redis').failed(refused);
    expect(lines.map(({ message }) => message as string)).to.deep.equal(['Redis: ECONNREFUSED']);
  });
});

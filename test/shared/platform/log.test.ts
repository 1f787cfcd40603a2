import { expect } from 'chai';
import { withOrigin } from '../../../shared/platform/origin.ts';
import { createCapturedLog } from '../../helpers/captured-log.ts';

describe('the log', () => {
  it('writes a line with its fields, those of the process and those of the work that it is of', () => {
    const { log, lines } = createCapturedLog();
    withOrigin({ request_id: 'r', job_id: 'j' }, () => {
      log.warn('100%d of it', { job_id: 'own', absent: undefined });
    });
    expect(lines).to.have.length(1);
    expect(lines[0]).to.deep.include({
      level: 'warn',
      message: '100%d of it',
      process: 'test',
      pid: process.pid,
      request_id: 'r',
      job_id: 'own',
    });
    expect(lines[0]).to.not.have.property('absent');
    expect(lines[0]?.['timestamp']).to.match(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
  });

  it('writes what is as bad as its level or worse, and nothing while it is silent', () => {
    const { log, lines } = createCapturedLog('warn');
    log.debug('a');
    log.info('b');
    log.warn('c');
    log.error('d');
    log.silent = true;
    log.error('e');
    expect(lines.map(({ message }) => message as string)).to.deep.equal(['c', 'd']);
  });

  it('writes an error with its code and stack', () => {
    const { log, lines } = createCapturedLog();
    const error = Object.assign(new TypeError('no'), { code: 'E_NO' });
    log.error('failed', { error });
    expect(lines[0]?.['error']).to.deep.equal({
      name: 'TypeError',
      message: 'no',
      code: 'E_NO',
      stack: error.stack,
    });
  });

  it('reports fields that are no JSON, too', () => {
    const { log, lines } = createCapturedLog();
    const circle: { self?: object } = {};
    circle.self = circle;
    log.error('round', { circle });
    log.error('large', { size: 1n });
    expect(lines.map(({ message }) => message as string)).to.deep.equal(['round', 'large']);
    expect(lines[0]?.['line']).to.include('[Circular *1]');
    expect(lines[1]?.['line']).to.include('size: 1n');
  });
});

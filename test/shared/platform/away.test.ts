import { expect } from 'chai';
import { toAppError } from '../../../api/http/error-handler.ts';
import { isAway } from '../../../shared/platform/away.ts';
import { createBackoff } from '../../../shared/platform/backoff.ts';
import { isDatabaseTimeout } from '../../../shared/platform/connection-errors.ts';

const coded = (code: string): Error => Object.assign(new Error('words'), { code });

describe('what is away', () => {
  it('knows every state in which Postgres itself cannot serve, disk full before all', () => {
    for (const code of ['53000', '53100', '53200', '53300', '53400', '57P01', '57P03', '58030']) {
      expect(isAway(coded(code)), code).to.equal(true);
    }
    for (const code of ['08006', '28P01', '3D000', 'ECONNREFUSED', 'CONNECT_TIMEOUT']) {
      expect(isAway(coded(code)), code).to.equal(true);
    }
  });

  it('knows a Redis that refuses to write, starts or is lost, bare and from a script', () => {
    const messages = [
      "OOM command not allowed when used memory > 'maxmemory'.",
      'NOREPLICAS Not enough good replicas to write.',
      "READONLY You can't write against a read only replica.",
      'MISCONF Redis is configured to save RDB snapshots, but is unable to persist to disk.',
      'LOADING Redis is loading the dataset in memory',
      'Connection is closed.',
      'Command timed out',
      "Stream isn't writeable and enableOfflineQueue options is false",
    ];
    for (const message of messages) expect(isAway(new Error(message)), message).to.equal(true);
  });

  it('takes a fault in a statement or command for what it is', () => {
    for (const error of [coded('42P01'), coded('23505'), coded('22P02'), coded('XX000')]) {
      expect(isAway(error), error.message).to.equal(false);
      expect(toAppError(error).code).to.equal('internal_server_error');
    }
    for (const message of ['ERR wrong number of arguments', 'WRONGTYPE Operation against a key']) {
      expect(isAway(new Error(message)), message).to.equal(false);
    }
    expect(isAway('53100')).to.equal(false);
  });

  it('is answered with 503, and so is a statement that had no time to end', () => {
    for (const code of ['53100', '55P03', '57014', '25P03', '40P01']) {
      expect(toAppError(coded(code)).code, code).to.equal('service_unavailable');
    }
    expect(toAppError(new Error('NOREPLICAS Not enough')).code).to.equal('service_unavailable');
    expect(isDatabaseTimeout(coded('53100'))).to.equal(false);
  });
});

describe('waits between tries', () => {
  it('double up to their longest, shorter by up to a half, and start over after a success', () => {
    const waits = createBackoff({ firstMs: 100, longestMs: 1000 }, () => 0);
    const next = () => waits.next();
    expect([next(), next(), next(), next(), next(), next()]).to.deep.equal([
      50, 100, 200, 400, 500, 500,
    ]);
    waits.reset();
    expect(next()).to.equal(50);
    expect(createBackoff({ firstMs: 100, longestMs: 1000 }, () => 1).next()).to.equal(100);
  });
});

import { expect } from 'chai';
import { SettingsError } from '../../shared/platform/env.ts';
import { RAW_ANSWER } from '../../shared/sync/client/raw-log.ts';
import { readStartOptions } from '../../scripts/start/options.ts';
import { readable } from '../../scripts/start/output.ts';
import { checkSettings, planWeb, planWorkers } from '../../scripts/start/processes.ts';

describe('npm start', () => {
  const addresses = {
    databaseUrl: 'postgres://127.0.0.1/x',
    providerUrl: 'http://127.0.0.1:1/api/v1',
  };
  const secrets = { postgresPassword: 'p', credentialsKeys: 'k1:x', adminPassword: 'a' };
  const pendingOf = (env: NodeJS.ProcessEnv): Set<string | undefined> => {
    const options = readStartOptions({ fresh: false, verbose: false }, env, '/x');
    const plans = [
      planWeb(options, secrets, addresses, 2),
      ...planWorkers(options, secrets, addresses),
    ];
    return new Set(plans.map((plan) => plan.env['PROVIDER_INCLUDE_PENDING']));
  };

  it('asks the sandbox for pending transactions, and a real provider only on request', () => {
    const own = process.env['PROVIDER_INCLUDE_PENDING'];
    delete process.env['PROVIDER_INCLUDE_PENDING'];
    try {
      expect([...pendingOf({})]).to.deep.equal(['true']);
      const real = { PROVIDER_BASE_URL: 'https://www.lunchflow.app/api/v1' };
      expect([...pendingOf(real)]).to.deep.equal([undefined]);
      process.env['PROVIDER_INCLUDE_PENDING'] = 'true';
      expect([...pendingOf(real)]).to.deep.equal(['true']);
    } finally {
      delete process.env['PROVIDER_INCLUDE_PENDING'];
      if (own !== undefined) process.env['PROVIDER_INCLUDE_PENDING'] = own;
    }
  });

  it('refuses settings that the processes would refuse, before it starts anything', () => {
    const read = (env: NodeJS.ProcessEnv) =>
      readStartOptions({ fresh: false, verbose: false }, env, '/x');
    expect(() => checkSettings(read({}))).not.to.throw();
    for (const name of ['DATABASE_URL', 'REDIS_URL', 'PROVIDER_BASE_URL']) {
      expect(() => checkSettings(read({ [name]: 'hello' })), name).to.throw(SettingsError, name);
    }
  });

  it('shows the fields of a raw answer and of warnings, and the message alone of other lines', () => {
    const line = (level: string, message: string) =>
      readable(
        JSON.stringify({ level, message, timestamp: 't', process: 'p', pid: 1, status: 503 }),
      );
    expect(line('info', RAW_ANSWER)).to.equal(`${RAW_ANSWER} {"status":503}`);
    expect(line('warn', 'odd')).to.equal('WARN odd {"status":503}');
    expect(line('info', 'fine')).to.equal('fine');
  });
});

import { expect } from 'chai';
import { loadConfig } from '../../../shared/platform/config.ts';
import { SettingsError } from '../../../shared/platform/env.ts';

const DATABASE_URL = 'postgres://u:p@127.0.0.1:5432/db';

describe('loadConfig', () => {
  it('needs nothing but DATABASE_URL in development', () => {
    const config = loadConfig({ DATABASE_URL });
    expect(config).to.include({
      port: 3000,
      rateLimitPerHour: 0,
      redisUrl: null,
      production: false,
    });
  });
  it('reports every fault at once: the setting, what it has and what it may be', () => {
    expect(() => loadConfig({ PORT: 'many', REDIS_URL: 'http://x', LOG_LEVEL: 'loud' }))
      .to.throw(Error)
      .with.property('message')
      .that.matches(/PORT is "many" and must be a whole number from 0 to 65535/)
      .and.matches(/REDIS_URL begins with "http:" and must be redis:\/\/HOST/)
      .and.matches(/LOG_LEVEL is "loud" and must be one of error, warn/)
      .and.matches(/DATABASE_URL is required/);
  });
  it('quotes nothing of a setting that may hold a secret', () => {
    const secret = 'hunter2hunter2';
    for (const env of [
      { DATABASE_URL: `mysql://u:${secret}@host/db` },
      { DATABASE_URL: secret },
      { DATABASE_URL, REDIS_URL: `http://:${secret}@host` },
      { DATABASE_URL, CREDENTIALS_KEYS: secret },
      { DATABASE_URL, PROVIDER_BASE_URL: `ftp://${secret}@host` },
    ]) {
      expect(() => loadConfig(env))
        .to.throw(Error)
        .with.property('message')
        .that.does.not.contain(secret);
    }
  });
  it('refuses a Postgres of several hosts and says what to use instead', () => {
    const several = 'postgres://u:p,q@one:1,two:2/db?x=1,2';
    for (const name of [
      'DATABASE_URL',
      'DATABASE_SESSION_URL',
      'DATABASE_REPLICA_URL',
      'QUEUE_DATABASE_URL',
    ]) {
      expect(() => loadConfig({ DATABASE_URL, [name]: several }))
        .to.throw(SettingsError)
        .with.property('message')
        .that.matches(new RegExp(`: ${name} .* must name one host: a managed endpoint`));
    }
    const one = 'postgres://u:p,q@one/db?x=1,2';
    expect(loadConfig({ DATABASE_URL: one }).databaseUrl).to.equal(one);
  });
  it('refuses the half of an address, which the driver would complete with this machine', () => {
    for (const half of ['postgres://', 'postgres://u:p@/db', 'postgresql:///db']) {
      expect(() => loadConfig({ DATABASE_URL: half })).to.throw(
        SettingsError,
        /DATABASE_URL .*must name a host: postgres:\/\/USER:PASSWORD@HOST:PORT\/DATABASE/,
      );
    }
    for (const half of ['postgres://host', 'postgres://u:p@host:5432/', 'postgres://h?x=/db']) {
      expect(() => loadConfig({ DATABASE_URL: half })).to.throw(
        SettingsError,
        /DATABASE_URL .*must name a database: postgres:\/\/USER:PASSWORD@HOST:PORT\/DATABASE/,
      );
    }
    const socket = 'postgres:///db?host=/run/postgresql';
    expect(loadConfig({ DATABASE_URL: socket }).databaseUrl).to.equal(socket);
  });
  it('names what is wrong with the settings of traces', () => {
    const env = {
      DATABASE_URL,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_TRACES_SAMPLER_ARG: '1.5',
    };
    expect(() => loadConfig(env))
      .to.throw(Error)
      .with.property('message')
      .that.matches(
        /OTEL_EXPORTER_OTLP_ENDPOINT is not a URL and must be a URL that starts with http: or https:/,
      )
      .and.matches(/OTEL_TRACES_SAMPLER is "sometimes" and must be one of/)
      .and.matches(/OTEL_TRACES_SAMPLER_ARG is "1.5" and must be a number from 0 to 1/);
  });
  it('refuses to start in production without encryption keys', () => {
    const env = { DATABASE_URL, NODE_ENV: 'production', CREDENTIALS_KEYS: '' };
    expect(() => loadConfig(env)).to.throw(/CREDENTIALS_KEYS is required in production/);
  });
  it('reads encryption keys, the first one current', () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const config = loadConfig({ DATABASE_URL, CREDENTIALS_KEYS: `b:${key},a:${key}` });
    expect(config.credentialKeys?.current.id).to.equal('b');
    expect([...(config.credentialKeys?.all.keys() ?? [])]).to.deep.equal(['b', 'a']);
  });
  it('refuses keys that are not 32 bytes', () => {
    expect(() => loadConfig({ DATABASE_URL, CREDENTIALS_KEYS: 'a:c2hvcnQ=' })).to.throw(/32 bytes/);
  });
  for (const [text, expected] of [
    ['true', true],
    [' YES ', true],
    ['1', true],
    ['no', false],
    ['', false],
  ] as const) {
    it(`reads PROVIDER_INCLUDE_PENDING=${JSON.stringify(text)} as ${expected}`, () => {
      const config = loadConfig({ DATABASE_URL, PROVIDER_INCLUDE_PENDING: text });
      expect(config.providerIncludePending).to.equal(expected);
    });
  }
  it('refuses a switch that is neither on nor off', () => {
    expect(() => loadConfig({ DATABASE_URL, PROVIDER_INCLUDE_PENDING: 'perhaps' })).to.throw(
      'PROVIDER_INCLUDE_PENDING is "perhaps" and must be true or false',
    );
  });
  it('refuses weak admin passwords in production, in one line that does not quote them', () => {
    const key = `k:${Buffer.alloc(32, 7).toString('base64')}`;
    const load = (ADMIN_PASSWORD: string, NODE_ENV = 'production') =>
      loadConfig({ DATABASE_URL, NODE_ENV, CREDENTIALS_KEYS: key, ADMIN_PASSWORD });
    const weak = ['1', 'elevenchars', 'password1234', 'Admin-2026-Admin', 'aaaaaaaaaaaaaaaa'];
    for (const password of [...weak, 'changeme123456', 'Ledgerline!2026!!']) {
      expect(() => load(password), password)
        .to.throw(/^Configuration: ADMIN_PASSWORD [a-z0-9 ]+\.$/)
        .with.property('message')
        .that.does.not.contain(password.length > 1 ? password : '=1');
    }
    for (const strong of ['correct horse battery', 'k3V-9xQz_Lw2', 'ein ganzer langer Satz']) {
      expect(load(strong).adminPassword).to.equal(strong);
    }
    expect(load('1', 'development').adminPassword).to.equal('1');
  });
  it('reads TRUST_PROXY as a number of proxies, or as addresses and subnets', () => {
    const read = (TRUST_PROXY: string) => loadConfig({ DATABASE_URL, TRUST_PROXY }).trustProxy;
    expect(read('')).to.equal(0);
    expect(read('2')).to.equal(2);
    const list = 'loopback, 10.0.0.0/8,2001:db8::1';
    expect(read(list)).to.deep.equal(['loopback', '10.0.0.0/8', '2001:db8::1']);
    for (const wrong of ['true', '-1', '10.0.0.0/33', '10.0.0', 'proxy.example', '10.0.0.1,']) {
      expect(() => read(wrong), wrong).to.throw(/TRUST_PROXY/);
    }
  });
  for (const text of ['0', '-3', 'many', '']) {
    it(`falls back to the default for NATIVE_IMPORT_MAX_ROWS=${JSON.stringify(text)}`, () => {
      const config = loadConfig({ DATABASE_URL, NATIVE_IMPORT_MAX_ROWS: text });
      expect(config.nativeImportMaxRows).to.equal(100_000);
    });
  }
});

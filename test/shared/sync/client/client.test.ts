import { expect } from 'chai';
import { eventually } from '../../../helpers/eventually.ts';
import { ProviderError } from '../../../../shared/sync/client/errors.ts';
import { demoKey, withProvider } from '../../../helpers/provider-rig.ts';
import { words } from '../../../helpers/for-all.ts';

const rows = '/accounts/16892/transactions';
const balance = '/accounts/16892/balance';

async function failureOf(work: Promise<unknown>): Promise<ProviderError> {
  try {
    await work;
  } catch (error) {
    expect(error).to.be.instanceOf(ProviderError);
    return error as ProviderError;
  }
  throw new Error('expected a failure');
}

describe('provider client', () => {
  const rig = withProvider();
  const window = { from: '2025-06-01', to: '2025-06-11', includePending: true, page: null };
  const fault = (path: string, body: object) =>
    rig.sandbox.admin('POST', '/faults', { path, ...body });
  const readPage = (query = window) => rig.client.fetchTransactionsPage('16892', query);

  describe('reads', () => {
    it('sends the key only in its header and asks for pending rows only on request', async () => {
      await readPage({ ...window, includePending: false });
      const [entry] = rig.sandbox.state.traffic.log();
      expect(entry).to.include({ key: demoKey });
      expect(entry?.query).to.deep.equal({ from: '2025-06-01', to: '2025-06-11' });
    });
    it('uses other query and header names on request', async () => {
      const client = rig.clientFor(demoKey, {
        names: {
          from: 'start_date',
          to: 'end_date',
          includePending: 'pending',
          cursor: 'after',
          page: 'p',
        },
      });
      rig.sandbox.admin('POST', '/settings', { page_size: 1 });
      const { next } = await client.fetchTransactionsPage('16892', window);
      await client.fetchTransactionsPage('16892', { ...window, page: next });
      const [first, second] = rig.sandbox.state.traffic.log();
      expect(first?.query).to.deep.equal({
        start_date: '2025-06-01',
        end_date: '2025-06-11',
        pending: 'true',
      });
      expect(second?.query).to.have.property('after');
      const other = rig.clientFor(demoKey, { keyHeader: 'authorization' });
      expect((await failureOf(other.listAccounts())).kind).to.equal('unauthorized');
    });
    for (const id of ['', '.', '..']) {
      it(`does not let the account id ${JSON.stringify(id)} climb the path`, async () => {
        expect((await failureOf(rig.client.getBalance(id))).kind).to.equal('account_id_invalid');
        expect(rig.sandbox.state.traffic.log()).to.have.length(0);
      });
    }
  });

  describe('failures that are tried again', () => {
    for (const preset of words(`
      server_error unavailable bad_gateway html empty broken_json missing_key timeout reset
      reset_mid_body truncated
    `)) {
      it(`gets through two answers of ${preset}`, async () => {
        fault(balance, { preset, times: 2 });
        expect(await rig.client.getBalance('16892')).to.deep.equal({
          amount: '1520.25',
          currency: 'EUR',
        });
        expect(rig.waits).to.deep.equal([500, 1000]);
        expect(rig.limits.taken).to.equal(3);
      });
    }
    const failing: [name: string, answer: object, code: string][] = [
      ['a timeout', { preset: 'timeout' }, 'provider_unavailable'],
      [
        'another protocol',
        { status: 101, headers: { Upgrade: 'x', Connection: 'upgrade' } },
        'provider_unavailable',
      ],
      ...[408, 425, 500, 501, 502, 503, 504, 520, 524, 599].map(
        (status): [string, object, string] => [
          String(status),
          { status, body_text: 'error code: 5' },
          'provider_unavailable',
        ],
      ),
      ...[
        '{"data":[]}',
        '{"transactions":null}',
        '{"transactions":{"a":1}}',
        '{"transactions":[{"id":"a","amount":-1',
        '[]',
        '"ok"',
        '{"transactions":[]}{"transactions":[]}',
        '{"transactions":[{"id":"a","amount":NaN}]}',
        '<!doctype html><p>Down for maintenance',
        '',
      ].map((body): [string, object, string] => [
        `200 with ${JSON.stringify(body)}`,
        { status: 200, body_text: body },
        'invalid_response',
      ]),
    ];
    for (const [name, answer, code] of failing) {
      it(`gives up on ${name} after four tries as ${code}`, async () => {
        fault(rows, { ...answer, times: 9 });
        expect((await failureOf(readPage())).code).to.equal(code);
        expect(rig.requestsTo(rows)).to.equal(4);
        expect(rig.waits).to.deep.equal([500, 1000, 2000]);
      });
    }
    it('gives up on a timeout at once while others wait for the place, and tries all else again', async () => {
      const client = rig.clientFor(demoKey, {}, { isAwaited: () => true });
      fault(balance, { preset: 'timeout', times: 9 });
      expect((await failureOf(client.getBalance('16892'))).reason).to.equal('timeout');
      expect(rig.requestsTo(balance)).to.equal(1);
      fault(rows, { preset: 'unavailable', times: 9 });
      expect((await failureOf(client.fetchTransactionsPage('16892', window))).code).to.equal(
        'provider_unavailable',
      );
      expect(rig.requestsTo(rows)).to.equal(4);
    });
    it('waits as long as a server error asks to, within 30 s', async () => {
      fault(balance, { preset: 'unavailable', headers: { 'Retry-After': '20' } });
      await rig.client.getBalance('16892');
      expect(rig.waits).to.deep.equal([20_000]);
    });
    it('ends a body that drips past the request timeout', async () => {
      fault(balance, { preset: 'drip', times: 4 });
      expect((await failureOf(rig.client.getBalance('16892'))).reason).to.equal('timeout');
    });
  });

  describe('failures that are not', () => {
    for (const [preset, kind, code] of [
      ['not_found', 'not_found', 'not_found'],
      ['oversize', 'too_large', 'response_too_large'],
      ['redirect_away', 'blocked_redirect', 'redirect_blocked'],
      ['error_in_200', 'unauthorized', 'unauthorized'],
    ] as const) {
      it(`reports ${preset} as ${code} after one request`, async () => {
        fault('/accounts', { preset, bytes: 3_000_000, times: 9 });
        const error = await failureOf(rig.client.listAccounts());
        expect([error.kind, error.code]).to.deep.equal([kind, code]);
        expect(rig.requestsTo('/accounts')).to.equal(1);
        expect(rig.waits).to.deep.equal([]);
      });
    }
    for (const [status, code] of [
      [401, 'unauthorized'],
      [402, 'payment_required'],
      [403, 'forbidden'],
      ...[400, 405, 409, 410, 413, 418, 422, 423, 451].map(
        (each) => [each, 'bad_request'] as const,
      ),
    ] as const) {
      it(`reports ${status} as ${code} after one request, whatever was asked for`, async () => {
        fault('*', { status, json: { error: 'x' }, times: 0 });
        for (const ask of [
          () => rig.client.listAccounts(),
          () => rig.client.getBalance('16892'),
          () => rig.client.getHoldings('16892'),
          readPage,
        ]) {
          expect((await failureOf(ask())).code).to.equal(code);
        }
        expect(rig.sandbox.state.traffic.log()).to.have.length(4);
      });
    }
    it('does not send a key that no header can carry', async () => {
      const error = await failureOf(rig.clientFor('bad\nkey').listAccounts());
      expect(error.kind).to.equal('unauthorized');
      expect(`${JSON.stringify(error)} ${String(error.stack)}`).to.not.contain('bad\nkey');
    });
    it('keeps the body, the key and the address out of every error', async () => {
      fault(balance, { status: 400, json: { message: `echo x-api-key: ${demoKey}` } });
      const error = await failureOf(rig.client.getBalance('16892'));
      const shown = `${JSON.stringify(error)} ${String(error.stack)} ${error.message}`;
      expect(shown).to.not.contain(demoKey);
      expect(shown).to.not.contain('echo');
      expect(error).to.not.have.property('cause');
    });
  });

  describe('rate limits in disguise', () => {
    for (const preset of [
      'rate_limit',
      'rate_limit_date',
      'rate_limit_reset_header',
      'rate_limit_body',
      'rate_limit_in_500',
      'rate_limit_in_503',
    ]) {
      it(`reads the wait of ${preset}, does not try again and stops others with the key unless it is one account’s`, async () => {
        fault(balance, { preset, seconds: 42 });
        const error = await failureOf(rig.client.getBalance('16892'));
        expect(error).to.include({ kind: 'rate_limited', retryAfterMs: 42_000 });
        expect(rig.requestsTo(balance)).to.equal(1);
        const isAccounts = ['rate_limit_body', 'rate_limit_in_500', 'rate_limit_in_503'];
        const scope = isAccounts.includes(preset) ? 'account' : 'unknown';
        expect(error).to.include({ scope });
        expect(rig.limits.blocks).to.deep.equal(scope === 'account' ? [] : [42_000]);
      });
    }
    it('reads a limit that is reported with status 200', async () => {
      fault(balance, {
        status: 200,
        json: { error: 'Rate limit exceeded, try again in 9 seconds' },
      });
      expect(await failureOf(rig.client.getBalance('16892'))).to.include({
        kind: 'rate_limited',
        retryAfterMs: 9000,
      });
    });
    for (const preset of ['rate_limit_silent', 'rate_limit_negative']) {
      it(`uses its own growing wait for ${preset}`, async () => {
        fault(balance, { preset, times: 3 });
        const waits: (number | undefined)[] = [];
        for (let index = 0; index < 3; index += 1) {
          waits.push((await failureOf(rig.client.getBalance('16892'))).retryAfterMs);
        }
        expect(waits).to.deep.equal([1000, 2000, 4000]);
      });
    }
    it('does not mistake an account number 429 for a status', async () => {
      fault(balance, { status: 500, json: { message: 'failed for account 429' }, times: 4 });
      expect((await failureOf(rig.client.getBalance('16892'))).kind).to.equal('unavailable');
    });
  });

  describe('redirects', () => {
    const to = (Location: string) => ({ status: 308, headers: { Location }, body_text: '' });
    it('follows one inside the allow list and takes a slot for it', async () => {
      fault('/accounts', to('/api/v1/accounts?moved=1'));
      expect(await rig.client.listAccounts()).to.have.length(7);
      expect(rig.limits.taken).to.equal(2);
    });
    it('stops after three', async () => {
      fault('/accounts', { ...to('/api/v1/accounts'), times: 9 });
      expect((await failureOf(rig.client.listAccounts())).reason).to.equal('too_many_redirects');
      expect(rig.requestsTo('/accounts')).to.equal(4);
    });
    it('never takes the key to another host, another port or another scheme', async () => {
      const own = new URL(rig.sandbox.url);
      for (const target of [
        'http://169.254.169.254/',
        `http://127.0.0.1:1/accounts`,
        `http://user:pass@${own.host}/accounts`,
        'file:///etc/passwd',
        'http://',
      ]) {
        fault('/accounts', to(target));
        expect((await failureOf(rig.client.listAccounts())).code).to.equal('redirect_blocked');
      }
    });
    it('refuses plain http and private addresses when they are not allowed', async () => {
      const port = new URL(rig.sandbox.url).port;
      for (const base of [
        rig.sandbox.url,
        `https://127.0.0.1:${port}`,
        `https://[::1]:${port}`,
        `https://localhost:${port}`,
      ]) {
        const client = rig.clientFor(demoKey, {
          baseUrl: base,
          addresses: { allowedHosts: [new URL(base).host], allowLocal: false },
        });
        expect((await failureOf(client.listAccounts())).code, base).to.equal('redirect_blocked');
      }
      expect(rig.sandbox.state.traffic.log()).to.have.length(0);
    });
  });

  describe('circuit breaker', () => {
    const fails = async () => failureOf(rig.client.getBalance('16892'));
    it('opens after five failed calls, probes after a minute, then rests twice as long', async () => {
      fault('*', { preset: 'server_error', times: 0 });
      for (let index = 0; index < 5; index += 1) {
        expect((await fails()).kind).to.equal('unavailable');
      }
      const asked = rig.requestsTo(balance);
      expect(await fails()).to.include({ kind: 'circuit_open', code: 'provider_unavailable' });
      expect(rig.requestsTo(balance)).to.equal(asked);
      rig.pass(60_000);
      expect((await fails()).kind).to.equal('unavailable');
      expect((await fails()).retryAfterMs).to.be.within(110_000, 120_000);
      rig.pass(120_000);
      rig.sandbox.admin('DELETE', '/faults');
      await rig.client.getBalance('16892');
      await rig.client.getBalance('16892');
    });
    it('stays closed while other calls succeed', async () => {
      fault(rows, { preset: 'server_error', times: 0 });
      for (let index = 0; index < 8; index += 1) {
        expect((await failureOf(readPage())).kind).to.equal('unavailable');
        await rig.client.getBalance('16892');
      }
    });
    it('does not count refusals that are not the provider’s fault', async () => {
      fault('*', { preset: 'bad_request', times: 0 });
      for (let index = 0; index < 7; index += 1) {
        expect((await fails()).kind).to.equal('bad_request');
      }
    });
  });

  describe('cancelling', () => {
    it('ends a request in flight', async () => {
      fault(balance, { preset: 'timeout' });
      const client = rig.clientFor(demoKey, { requestTimeoutMs: 20_000 });
      const controller = new AbortController();
      const work = client.getBalance('16892', controller.signal);
      await eventually(() => expect(rig.requestsTo(balance)).to.equal(1));
      controller.abort();
      expect((await failureOf(work)).kind).to.equal('cancelled');
    });
    it('asks nothing when it was cancelled before', async () => {
      const error = await failureOf(rig.client.getBalance('16892', AbortSignal.abort()));
      expect(error.kind).to.equal('cancelled');
      expect(rig.limits.taken).to.equal(0);
    });
    it('ends the tries', async () => {
      fault(balance, { preset: 'server_error', times: 9 });
      const controller = new AbortController();
      rig.onWait = () => controller.abort();
      const error = await failureOf(rig.client.getBalance('16892', controller.signal));
      expect(error.kind).to.equal('cancelled');
      expect(rig.requestsTo(balance)).to.equal(1);
    });
  });
});

import { createSocket } from 'node:dgram';
import { Resolver, type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { expect } from 'chai';
import { receiverLookup, urlFault } from '../../../shared/webhooks/addresses.ts';
import { startReceiver } from '../../helpers/webhook-receiver.ts';
import { send } from '../../../workers/delivery/send.ts';

const PUBLIC = 'must be on the public internet.';
const PORT = 'must use port 80, 443, or 1024 and above.';

describe('URLs of receivers', () => {
  for (const [url, fault] of [
    ['https://app.example.com/hook?a=b', null],
    ['http://app.example.com', null],
    ['https://app.example.com:8443/', null],
    ['http://8.8.8.8/', null],
    ['http://[2606:4700::1111]/', null],
    ['ftp://app.example.com/', 'must use https or http.'],
    ['javascript:alert(1)', 'must use https or http.'],
    ['app.example.com', 'must be a URL.'],
    [
      'https://user@app.example.com/',
      'must not hold a user name or a password: events are signed instead.',
    ],
    [
      'https://:pw@app.example.com/',
      'must not hold a user name or a password: events are signed instead.',
    ],
    ['http://app.example.com:25/', PORT],
    ['https://app.example.com:22/', PORT],
    ['http://localhost/', PUBLIC],
    ['http://a.localhost./', PUBLIC],
    ['http://127.0.0.1:8080/', PUBLIC],
    ['http://2130706433/', PUBLIC],
    ['http://0x7f.1/', PUBLIC],
    ['http://10.0.0.1/', PUBLIC],
    ['http://169.254.169.254/latest/meta-data/', PUBLIC],
    ['http://100.64.0.1/', PUBLIC],
    ['http://[::1]/', PUBLIC],
    ['http://[::ffff:127.0.0.1]/', PUBLIC],
    ['http://[::ffff:a9fe:a9fe]/', PUBLIC],
    ['http://[64:ff9b::a9fe:a9fe]/', PUBLIC],
    ['http://[2002:7f00:1::]/', PUBLIC],
    ['http://[fd00::1]/', PUBLIC],
    ['http://[fe80::1]/', PUBLIC],
    ['http://224.0.0.1/', PUBLIC],
  ] as const) {
    it(`${fault === null ? 'takes' : 'refuses'} ${url}`, () => {
      expect(urlFault(url, { webhookAllowLoopback: false })).to.equal(fault);
    });
  }

  it('may lead to this machine, and no further, when a setting allows it', () => {
    const settings = { webhookAllowLoopback: true };
    for (const url of ['http://localhost:4000/', 'http://127.0.0.1:4000/', 'http://[::1]:4000/']) {
      expect(urlFault(url, settings), url).to.equal(null);
    }
    for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://0.0.0.0:4000/']) {
      expect(urlFault(url, settings), url).to.equal(PUBLIC);
    }
  });
});

describe('names of receivers', () => {
  /** A name server that gives each question the next of these IPv4 addresses. */
  async function startNameServer(addresses: string[][]) {
    const socket = createSocket('udp4');
    socket.on('message', (question, from) => {
      const end = question.indexOf(0, 12) + 5;
      const type = question.readUInt16BE(end - 4);
      const found = type === 1 ? (addresses.length > 1 ? addresses.shift()! : addresses[0]!) : [];
      const header = Buffer.from(question.subarray(0, 12));
      header.writeUInt16BE(0x8180, 2);
      header.writeUInt16BE(found.length, 6);
      header.writeUInt16BE(0, 10);
      const records = found.map((address) =>
        Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
      );
      socket.send(
        Buffer.concat([header, question.subarray(12, end), ...records]),
        from.port,
        from.address,
      );
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const resolver = new Resolver({ timeout: 500, tries: 1 });
    resolver.setServers([`127.0.0.1:${socket.address().port}`]);
    return { socket, resolver };
  }

  const resolve = (lookup: ReturnType<typeof receiverLookup>, name: string) =>
    new Promise<string | LookupAddress[]>((done) =>
      lookup(name, { all: true }, (error, addresses) => done(error?.code ?? addresses)),
    );

  it('are resolved by a name server, and refused when any address is not public', async () => {
    const { socket, resolver } = await startNameServer([
      ['93.184.216.34', '8.8.8.8'],
      ['93.184.216.34', '10.0.0.1'],
      ['127.0.0.1'],
      [],
    ]);
    const lookup = receiverLookup({ webhookAllowLoopback: false }, resolver);
    expect(await resolve(lookup, 'a.test')).to.deep.equal([
      { address: '93.184.216.34', family: 4 },
      { address: '8.8.8.8', family: 4 },
    ]);
    expect(await resolve(lookup, 'b.test')).to.equal('EPRIVATEADDRESS');
    expect(await resolve(lookup, 'c.test')).to.equal('EPRIVATEADDRESS');
    expect(await resolve(lookup, 'd.test')).to.equal('ENODATA');
    expect(await resolve(lookup, 'localhost')).to.equal('EPRIVATEADDRESS');
    socket.close();
  });

  it('are checked by the socket itself: one that leads here the second time reaches nothing', async () => {
    const { socket, resolver } = await startNameServer([['93.184.216.34'], ['127.0.0.1']]);
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const url = `http://rebound.test:${port}/`;
    const lookup = receiverLookup({ webhookAllowLoopback: false }, resolver);
    expect(urlFault(url, { webhookAllowLoopback: false })).to.equal(null);
    expect(await resolve(lookup, 'rebound.test')).to.have.length(1);
    const { signal } = new AbortController();
    const answer = await send(url, { headers: {}, body: '{}' }, { lookup, signal });
    expect(answer).to.include({ status: null, fault: 'address_not_allowed' });
    expect(receiver.received).to.deep.equal([]);
    // The same way, where this machine is allowed: the name server was asked.
    const free = receiverLookup({ webhookAllowLoopback: true }, resolver);
    expect(await send(url, { headers: {}, body: '{}' }, { lookup: free, signal })).to.include({
      status: 204,
    });
    await receiver.close();
    socket.close();
  });

  it('that no server knows, or none answers for, are a fault of the receiver', async () => {
    const { socket, resolver } = await startNameServer([[]]);
    const lookup = receiverLookup({ webhookAllowLoopback: false }, resolver);
    const { signal } = new AbortController();
    const post = () => send('http://a.test/', { headers: {}, body: '{}' }, { lookup, signal });
    expect(await post()).to.include({ status: null, fault: 'name_not_found' });
    socket.removeAllListeners('message');
    expect(await post()).to.include({ status: null, fault: 'name_not_found' });
    socket.close();
  });
});

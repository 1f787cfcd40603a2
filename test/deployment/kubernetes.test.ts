import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig } from '../../shared/platform/config.ts';
import { QUEUE_NAMES } from '../../shared/queue/queues.ts';
import { root } from '../helpers/checkout.ts';

const folder = join(root, 'deploy', 'kubernetes');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

type Manifest = { kind: string; apiVersion: string; metadata: { name: string }; spec: any };

const kustomization = parse(read('kustomization.yaml'));
const patch = parse(read('pod.yaml')).spec.template;
const shared = patch.spec;
const manifests = (kustomization.resources as string[]).flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest),
);
const overlay = parse(read('public/kustomization.yaml'));
const options = (overlay.resources as string[])
  .filter((file) => file !== '..')
  .map((file) => parse(read(`public/${file}`)) as Manifest);
const ofKind = (kind: string) =>
  [...manifests, ...options].filter((manifest) => manifest.kind === kind);

/** The pod as kustomize makes it: the shared one, with the fields of this one in it. */
function podOf(deployment: Manifest): any {
  const own = deployment.spec.template.spec;
  const container = { ...shared.containers[0], ...own.containers[0] };
  return { ...shared, ...own, containers: [container] };
}

const deployments = ofKind('Deployment').map((deployment) => ({
  ...deployment,
  spec: { ...deployment.spec, template: { ...deployment.spec.template, spec: podOf(deployment) } },
}));
const commandOf = (container: { args: string[] }) => container.args.join(' ');

/** What the types of the Kubernetes and KEDA interfaces say of manifests; unknown fields are faults, too. */
function typeFaults(all: readonly Manifest[]): string[] {
  const module: Record<string, string> = {
    'apps/v1': 'kubernetes-models/apps/v1',
    'policy/v1': 'kubernetes-models/policy/v1',
    'autoscaling/v2': 'kubernetes-models/autoscaling/v2',
    'networking.k8s.io/v1': 'kubernetes-models/networking.k8s.io/v1',
    v1: 'kubernetes-models/v1',
    'keda.sh/v1alpha1': '@kubernetes-models/keda/keda.sh/v1alpha1',
  };
  const lines = all.map(({ apiVersion, kind }, index) => {
    const type = `import('${module[apiVersion] ?? apiVersion}').I${kind}`;
    return `export const m${index}: ${type} = ${JSON.stringify(all[index])};`;
  });
  const name = join(root, 'manifests-of-the-test.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const [readFile, fileExists] = [host.readFile.bind(host), host.fileExists.bind(host)];
  const getSourceFile = host.getSourceFile.bind(host);
  const text = lines.join('\n');
  host.fileExists = (file) => file === name || fileExists(file);
  host.readFile = (file) => (file === name ? text : readFile(file));
  host.getSourceFile = (file, version) =>
    file === name ? ts.createSourceFile(file, text, version) : getSourceFile(file, version);
  const program = ts.createProgram([name], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('Kubernetes manifests', function () {
  // Reading the types of all of Kubernetes takes seconds on a busy machine.
  this.timeout(300_000);

  it('have only fields that Kubernetes and KEDA know, with values of their types', () => {
    expect(typeFaults([...manifests, ...options, ...deployments])).to.deep.equal([]);
    const wrong = structuredClone(deployments[0] as Manifest);
    wrong.spec.template.spec.containers[0].readynessProbe = {};
    expect(typeFaults([wrong]).join()).to.include('readynessProbe');
  });

  it('are all that the folder holds', () => {
    const named = [...kustomization.resources, 'kustomization.yaml', 'pod.yaml', 'settings.env'];
    expect(readdirSync(folder).sort()).to.deep.equal([...named, 'public'].sort());
    const known = [...overlay.resources, 'kustomization.yaml'].filter((file) => file !== '..');
    expect(readdirSync(join(folder, 'public')).sort()).to.deep.equal(known.sort());
    expect(kustomization.patches).to.deep.equal([
      { path: 'pod.yaml', target: { kind: 'Deployment' } },
    ]);
  });

  it('run each process of the Procfile with its command', () => {
    const lines = readFileSync(join(root, 'Procfile'), 'utf8').trim().split('\n');
    const expected = Object.fromEntries(lines.map((line) => line.split(': ')));
    const found = deployments.flatMap(({ metadata, spec: { template } }) => [
      [metadata.name, commandOf(template.spec.containers[0])],
      ...(template.spec.initContainers ?? []).map((each: any) => [each.name, commandOf(each)]),
    ]);
    expect(Object.fromEntries(found)).to.deep.equal(expected);
  });

  it('give no container the right to write or to become more than a user', () => {
    for (const { spec, metadata } of deployments) {
      const pod = spec.template.spec;
      expect(pod.securityContext.runAsNonRoot, metadata.name).to.equal(true);
      for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
        expect(container.securityContext, metadata.name).to.deep.equal({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources.limits.memory, metadata.name).to.be.a('string');
      }
    }
  });

  it('select the pods they mean', () => {
    for (const { metadata, spec } of deployments) {
      const labels = { 'app.kubernetes.io/name': metadata.name };
      expect(spec.selector.matchLabels).to.deep.equal(labels);
      expect(spec.template.metadata.labels).to.deep.equal(labels);
      const budget = ofKind('PodDisruptionBudget').find(
        (each) => each.metadata.name === metadata.name,
      );
      expect(budget?.spec.selector.matchLabels, metadata.name).to.deep.equal(labels);
    }
    expect(ofKind('Service')[0]?.spec.selector).to.deep.equal({ 'app.kubernetes.io/name': 'web' });
  });

  it('listen where the probes ask, on settings that the configuration takes', () => {
    const settings = Object.fromEntries(
      read('settings.env')
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    );
    const config = loadConfig({
      ...settings,
      DATABASE_URL: 'postgres://localhost/x',
      CREDENTIALS_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    });
    expect(config).to.include({ production: true, host: '0.0.0.0', workerHost: '0.0.0.0' });
    const scraped = Number(patch.metadata.annotations['prometheus.io/port']);
    expect([config.metricsPort, config.workerPort]).to.deep.equal([scraped, scraped]);
    for (const { metadata, spec } of deployments) {
      const pod = spec.template.spec;
      const port = metadata.name === 'web' ? config.port : config.workerPort;
      expect(pod.containers[0].ports, metadata.name).to.deep.equal([
        { name: 'http', containerPort: port },
      ]);
      expect(pod.terminationGracePeriodSeconds * 1000).to.be.above(
        config.shutdownTimeoutMs + 5_000,
      );
    }
  });

  it('lead an Ingress to `web`, and let its autoscaler decide how many there are', () => {
    const [{ spec } = expect.fail()] = ofKind('Ingress');
    const { name, port } = spec.rules[0].http.paths[0].backend.service;
    const service = ofKind('Service').find(({ metadata }) => metadata.name === name);
    expect(service?.spec.ports[0].name).to.equal(port.name);
    const target = ofKind('HorizontalPodAutoscaler')[0]?.spec.scaleTargetRef.name;
    expect(overlay.patches[0].target).to.deep.equal({ kind: 'Deployment', name: target });
    expect(parse(overlay.patches[0].patch)).to.deep.equal([
      { op: 'remove', path: '/spec/replicas' },
    ]);
    const literals = overlay.configMapGenerator[0].literals.map((each: string) => each.split('='));
    const DATABASE_URL = 'postgres://localhost/x';
    expect(loadConfig({ DATABASE_URL, ...Object.fromEntries(literals) }).trustProxy).to.equal(1);
  });

  it('scale each worker on the waiting age of its queue, from none and back where that can wait', () => {
    const scaled = ofKind('ScaledObject');
    const queues = scaled.map(
      ({ spec }) => /queue="(\w+)"/.exec(spec.triggers[0].metadata.query)?.[1],
    );
    expect(queues.sort()).to.deep.equal([...QUEUE_NAMES].sort());
    for (const { metadata, spec } of scaled) {
      const target = deployments.find((each) => each.metadata.name === spec.scaleTargetRef.name);
      expect(target?.spec, metadata.name).not.to.have.property('replicas');
      // Events are to arrive within seconds, without waiting for a pod.
      expect(spec.minReplicaCount).to.equal(metadata.name === 'worker-delivery' ? 1 : 0);
      expect(spec.triggers[0].metadata.query).to.include('ledgerline_queue_oldest_waiting_seconds');
    }
  });
});

/**
 * The files of `deploy`, as far as they can be tried without a cluster: systemd understands the unit, the manifests hang
 * together, and Tripwire takes the settings that they give it.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { loadConfig } from '../../src/config/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const deployed = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

/** What systemd says of a unit whose program is there. */
function systemdOn(unit: string): string {
  const file = join(temporaryFolder('unit'), 'tripwire.service');
  writeFileSync(file, unit.replace('/usr/local/bin/tripwire', join(root, 'bin/tripwire')));
  const { stderr, status } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  return `${String(status)} ${stderr.trim()}`;
}

test.skipIf(!hasSystemd)(
  `systemd understands the unit${hasSystemd ? '' : ' (skipped: systemd-analyze is not installed)'}`,
  () => {
    const unit = deployed('tripwire.service');
    expect(systemdOn(unit)).toBe('0 ');
    expect(systemdOn(unit.replace('Restart=always', 'Restart=allways'))).toMatch(/Failed to parse/);
  },
);

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly selector?: Readonly<Record<string, unknown>>;
    readonly ports?: readonly { readonly targetPort: string }[];
    readonly template?: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly containers: readonly {
          readonly args: readonly string[];
          readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
          readonly readinessProbe: {
            readonly httpGet: { readonly path: string; readonly port: string };
          };
          readonly volumeMounts: readonly { readonly name: string }[];
        }[];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

test('the manifests name each other rightly, and their settings are those of a node of a fleet', () => {
  const manifests = parseAllDocuments(deployed('kubernetes.yaml')).map(
    (document) => document.toJS() as Manifest,
  );
  const template = manifests.find(({ kind }) => kind === 'Deployment')?.spec?.template;
  const [container] = template?.spec.containers ?? [];
  const labels = template?.metadata.labels;
  const ports = container?.ports.map(({ name }) => name) ?? [];
  expect(ports).toContain(container?.readinessProbe.httpGet.port);
  for (const { kind, spec } of manifests) {
    if (kind === 'Service') {
      expect(spec?.selector).toEqual(labels);
      for (const { targetPort } of spec?.ports ?? []) expect(ports).toContain(targetPort);
    }
    if (kind === 'PodDisruptionBudget') expect(spec?.selector?.['matchLabels']).toEqual(labels);
  }
  expect(container?.volumeMounts.map(({ name }) => name)).toEqual(
    template?.spec.volumes.map(({ name }) => name),
  );

  const folder = temporaryFolder('manifest');
  const file = join(folder, 'tripwire.yaml');
  const settings = manifests.find(({ kind }) => kind === 'ConfigMap')?.data?.['tripwire.yaml'];
  writeFileSync(file, settings ?? '');
  const config = loadConfig({ env: {}, home: folder, file });
  expect(config).toMatchObject({ fleet: 'on', allowRemote: true, host: '0.0.0.0' });
  expect(container?.ports.map(({ containerPort }) => containerPort)).toEqual([
    config.port,
    config.adminPort,
  ]);
});

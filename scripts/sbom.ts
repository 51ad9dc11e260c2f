/**
 * `npm run sbom`: what the package is made of, as CycloneDX 1.6 in JSON on standard output. The same tree gives the same
 * bytes, so two people can compare theirs.
 *
 * `npm run sbom -- --provenance FILE.tgz`: what a packed file was made from, as an in-toto statement with a SLSA
 * provenance: the digest of the file, the commit, the lock file. It is not signed; `npm publish --provenance` signs its
 * own in the build that publishes.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { shippedPackages, type ShippedPackage } from './supply/shipped-packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly name: string;
  readonly version: string;
  readonly license: string;
};
const { values } = parseArgs({ options: { provenance: { type: 'string' } } });
const made = values.provenance === undefined ? billOfMaterials() : provenance(values.provenance);
process.stdout.write(`${JSON.stringify(made, null, 2)}\n`);

function billOfMaterials(): object {
  const component = {
    type: 'application',
    'bom-ref': purl(own),
    name: own.name,
    version: own.version,
    purl: purl(own),
    licenses: [{ expression: own.license }],
  };
  const packages = shippedPackages(root);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component,
      properties: [{ name: 'lock:sha256', value: digestOf(join(root, 'package-lock.json')) }],
    },
    components: packages.map(componentOf),
    dependencies: [{ ref: purl(own), dependsOn: packages.map(purl) }],
  };
}

function componentOf(one: ShippedPackage): object {
  const [, digest = ''] = one.integrity.split('-');
  return {
    type: 'library',
    'bom-ref': purl(one),
    name: one.name,
    version: one.version,
    purl: purl(one),
    licenses: one.licence === null ? [] : [{ expression: one.licence }],
    hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    properties: [{ name: 'shipped', value: one.how }],
  };
}

function purl({ name, version }: { readonly name: string; readonly version: string }): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function provenance(file: string): object {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: basename(file), digest: { sha256: digestOf(file) } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://docs.npmjs.com/cli/commands/npm-pack',
        externalParameters: { package: own.name, version: own.version },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          {
            name: 'package-lock.json',
            digest: { sha256: digestOf(join(root, 'package-lock.json')) },
          },
        ],
      },
      runDetails: { builder: { id: `node ${process.version}` } },
    },
  };
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

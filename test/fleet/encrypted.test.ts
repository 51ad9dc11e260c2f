/** TLS to Postgres: every connection is encrypted, and a server that cannot prove who it is gets nothing. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';
import { askAs, newHome, startTripwire, type Home } from '../kit/running-tripwire.ts';
import { selfSignedCertificate } from '../kit/self-signed-certificate.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { giveToPostgres, startPostgres, type PostgresCluster } from './postgres-cluster.ts';
import { askOnce } from './shared-postgres.ts';

const patient = { timeout: 60_000, interval: 100 };
/** Not a name of the certificate. */
const OTHER_ADDRESS = '127.0.0.2';

let cluster: PostgresCluster;
let home: Home;
let known = '';
let unknown = '';

/** A certificate in a file of its own, as its owner names it in an address. */
function certificateFile(name: string, cert: string): string {
  const file = join(temporaryFolder('certificates'), name);
  writeFileSync(file, cert);
  return file;
}

beforeAll(async () => {
  const { cert, key } = selfSignedCertificate(Date.now());
  const folder = temporaryFolder('encrypted');
  const files = {
    'server.crt': cert,
    'server.key': key,
    'pg_hba.conf': 'hostssl all all 127.0.0.0/8 trust\n',
  };
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    writeFileSync(file, text);
    chmodSync(file, 0o600);
    giveToPostgres(file);
  }
  giveToPostgres(folder);
  cluster = await startPostgres({
    ssl: 'on',
    ssl_cert_file: join(folder, 'server.crt'),
    ssl_key_file: join(folder, 'server.key'),
    hba_file: join(folder, 'pg_hba.conf'),
    listen_addresses: `127.0.0.1,${OTHER_ADDRESS}`,
  });
  cluster.createDatabase('encrypted');
  known = certificateFile('known.pem', cert);
  unknown = certificateFile('unknown.pem', selfSignedCertificate(Date.now()).cert);
  home = await newHome();
}, 120_000);

afterAll(async () => {
  await home.provider.close();
  await cluster.remove();
});

const address = (more: string, host = '127.0.0.1') =>
  `${cluster.url('encrypted').replace('127.0.0.1', host)}${more}`;
const trusting = (file: string, host?: string) =>
  address(`?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`, host);

test('a node of a fleet serves over TLS, with every connection that it has', async () => {
  const url = trusting(known);
  const server = await startTripwire(home, ['--store', url, '--fleet']);
  try {
    await expect.poll(async () => (await askAs(server.url, 'worker')).status, patient).toBe(200);
    const connections = await askOnce(
      url,
      'SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = $1',
      ['tripwire'],
    );
    expect(connections.length).toBeGreaterThan(1);
    expect(new Set(connections.map(({ ssl }) => ssl))).toEqual(new Set([true]));
    expect((await runTripwire(['replay', url])).stdout).toMatch(/^worker: parity/m);
  } finally {
    server.process.kill('SIGKILL');
  }
}, 120_000);

test.each([
  [
    'a certificate that nobody here knows',
    () => trusting(unknown),
    /its certificate does not prove who it is/,
  ],
  [
    'a certificate of another name',
    () => trusting(known, OTHER_ADDRESS),
    /its certificate does not prove who it is/,
  ],
  ['no TLS, where the server asks for it', () => address(''), /does not let this user in/],
])('%s: it does not start, and says why', async (_, url, words) => {
  const up = ['up', '--port', '0', '--admin-port', '0', '--store', url()];
  const { code, stderr } = await runTripwire(up, '', home.env);
  expect(code).toBe(2);
  expect(stderr).toMatch(words);
});

/** The control plane with a certificate of its own, as the configuration names it: what it serves, and to whom. */
import { rmSync, writeFileSync } from 'node:fs';
import { get as plainGet, type IncomingHttpHeaders } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { dirname, join } from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/index.ts';
import { startServer } from '../../src/server/start.ts';
import { selfSignedCertificate } from '../kit/self-signed-certificate.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const TOKEN = 'a-token-of-more-than-32-characters-0123';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A server on free ports with these lines in its settings; its certificate lies beside them. */
async function start(settings: string) {
  const home = temporaryFolder('tls');
  const { cert, key } = selfSignedCertificate(Date.now());
  writeFileSync(join(home, 'cert.pem'), cert);
  writeFileSync(join(home, 'key.pem'), key, { mode: 0o600 });
  const file = join(home, 'tripwire.yaml');
  writeFileSync(file, settings.replaceAll('HERE', home));
  const flags = { data: join(home, '.tripwire'), port: 0, adminPort: 0 };
  const env = { TRIPWIRE_ADMIN_TOKEN: TOKEN };
  const config = loadConfig({ env, home, file, flags });
  const server = await startServer({ config, env, log: () => undefined });
  onTestFinished(() => server.close());
  return { server, cert };
}

const tls = 'admin_tls:\n  cert: HERE/cert.pem\n  key: HERE/key.pem\n';

function ask(url: string, options: RequestOptions, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

test('serves the API over TLS, with a cookie that never goes over plain HTTP', async () => {
  const { server, cert } = await start(tls);
  expect(server.adminUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(server.signInLink()).toMatch(/^https:/);
  const headers = { authorization: `Bearer ${TOKEN}` };
  const agents = await ask(`${server.adminUrl}/api/agents`, { ca: cert, headers });
  expect(agents).toMatchObject({ status: 200, text: '[]\n' });
  expect(await ask(`${server.adminUrl}/api/agents`, { ca: cert })).toMatchObject({ status: 401 });

  const json = { 'content-type': 'application/json' };
  const sending = { ca: cert, method: 'POST', headers: json };
  const signedIn = await ask(`${server.adminUrl}/api/session`, sending, { token: TOKEN });
  expect(signedIn.status).toBe(201);
  const [cookie = ''] = signedIn.headers['set-cookie'] ?? [];
  expect(cookie.split('; ')).toEqual(
    expect.arrayContaining(['Secure', 'HttpOnly', 'SameSite=Strict']),
  );
  const again = { ca: cert, headers: { cookie: cookie.split(';')[0] ?? '' } };
  expect(await ask(`${server.adminUrl}/api/agents`, again)).toMatchObject({ status: 200 });
});

test('a caller that does not trust the certificate sends nothing, and plain HTTP gets nothing', async () => {
  const { server } = await start(tls);
  await expect(ask(`${server.adminUrl}/healthz`, {})).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  const plain = server.adminUrl.replace('https:', 'http:');
  const answered = await new Promise<boolean>((resolve) => {
    plainGet(`${plain}/api/agents`, { agent: false }, ({ statusCode }) =>
      resolve(statusCode === 200),
    ).on('error', () => resolve(false));
  });
  expect(answered).toBe(false);
});

test('beyond this machine it listens with a certificate, and is refused without one in words that say what to do', async () => {
  await expect(start('admin_host: 0.0.0.0\n')).rejects.toThrow(
    /may not listen on 0\.0\.0\.0: anyone who reaches it.*Use 127\.0\.0\.1, or admin_tls with a certificate, or set allow_remote: true/,
  );
  const { server, cert } = await start(`admin_host: 0.0.0.0\n${tls}`);
  const { port } = new URL(server.adminUrl);
  const healthz = await ask(`https://localhost:${port}/healthz`, { ca: cert });
  expect(healthz.status).toBe(200);
  const flagged = await start('admin_host: 0.0.0.0\nallow_remote: true\n');
  expect(flagged.server.adminUrl).toMatch(/^http:/);
});

test('a certificate or key that is not there, is none or does not fit is named, and nothing listens', async () => {
  const named = (key: string) => start(`admin_tls:\n  cert: HERE/cert.pem\n  key: ${key}\n`);
  await expect(named('HERE/gone.pem')).rejects.toThrow(/admin_tls\.key cannot be read: ENOENT/);
  await expect(named('HERE/tripwire.yaml')).rejects.toThrow(
    /admin_tls must name a certificate and its key, both in PEM/,
  );
  const other = join(temporaryFolder('tls'), 'other.pem');
  onTestFinished(() => rmSync(dirname(other), { recursive: true, force: true }));
  writeFileSync(other, selfSignedCertificate(Date.now()).key);
  await expect(named(other)).rejects.toThrow('admin_tls.key is not the key of admin_tls.cert');
});

/**
 * What others put between an agent and its provider: nginx, which passes bytes on in C, and Portkey's gateway, which reads
 * requests in Node as Tripwire does. One that cannot be had is left out, and that is said.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolderOf, installCached } from '../../scripts/cached-packages.ts';
import { installBalancer } from '../../scripts/install-balancer.ts';
import { errorWords } from '../../src/base/error-words.ts';
import { temporaryFolder } from '../../test/kit/temporary-folder.ts';
import type { ChildServer } from './child-server.ts';
import { freePort, startForeign } from './foreign-server.ts';

const PORTKEY = { npmName: '@portkey-ai/gateway', version: '1.15.2' } as const;
const tell = (line: string) => process.stderr.write(`tripwire: ${line}\n`);

/** Those of the two that can be had, before a provider. */
export async function startPeers(
  upstreamUrl: string,
): Promise<readonly (readonly [string, ChildServer])[]> {
  const started: (readonly [string, ChildServer])[] = [];
  for (const [name, start] of [
    ['nginx', startNginx],
    ['Portkey', startPortkey],
  ] as const) {
    try {
      started.push([name, await start(upstreamUrl)]);
    } catch (error) {
      tell(`${name} is left out: ${errorWords(error)}`);
    }
  }
  return started;
}

async function startNginx(upstreamUrl: string): Promise<ChildServer> {
  const program = installBalancer('nginx', tell);
  const port = await freePort();
  const folder = temporaryFolder('nginx');
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, nginxConfig(new URL(upstreamUrl).host, port));
  return startForeign({ program, args: ['-p', folder, '-c', file], port, cwd: folder });
}

/** One process, as Tripwire is one, with connections to the provider that stay. */
function nginxConfig(upstream: string, port: number): string {
  return `daemon off;
master_process off;
pid nginx.pid;
error_log error.log;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_buffer_size 1m;
  client_max_body_size 32m;
  client_body_temp_path client;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  keepalive_requests 1000000;
  upstream provider { server ${upstream}; keepalive 64; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    location ~ ^/agents/[^/]+/anthropic(/.*)$ {
      proxy_pass http://provider$1;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`;
}

async function startPortkey(upstreamUrl: string): Promise<ChildServer> {
  const folder = cacheFolderOf([PORTKEY], process.env);
  const set = { folder, what: 'gateways to compare with', packages: [PORTKEY], size: '25 MB' };
  if (!(await installCached({ ...set, runsScripts: false }, tell))) {
    throw new Error('it could not be installed');
  }
  const port = await freePort();
  const main = join(folder, 'node_modules', PORTKEY.npmName, 'build/start-server.js');
  return startForeign({
    program: process.execPath,
    args: [main, `--port=${port}`, '--headless'],
    port,
    cwd: folder,
    isPlain: true,
    headers: {
      'x-portkey-provider': 'anthropic',
      'x-portkey-custom-host': `${upstreamUrl}/v1`,
      'x-api-key': 'not-a-key',
    },
  });
}

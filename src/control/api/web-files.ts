/**
 * The dashboard as files: read once, compressed once, sent with a policy that lets the page talk to this server alone.
 *
 * They are the same for everybody and hold nothing secret, so they need no token; everything that the page shows comes
 * from the API, which does.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packageFolder } from '../../base/node/package-folder.ts';

interface WebFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly zipped: Buffer;
  readonly cache: string;
}

/** Files whose name changes with their content may be kept for ever. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_AN_HOUR = 'public, max-age=3600';
const NONCE_MARK = '__NONCE__';
const NONCE_BYTES = 16;
const GZIP_LEVEL = 9;

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * A worker is under the policy of its own script's answer, not the page's. The one that verifies proofs runs WebAssembly;
 * no page may.
 */
const SCRIPT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
].join('; ');

const NOT_BUILT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Tripwire</title>' +
  '<p>The dashboard is not built. In a checkout, run: <code>npm run build:web</code>' +
  '<p>The API and the commands work without it: <code>tripwire status</code></html>\n';

/** The files of the dashboard. */
export class WebFiles {
  readonly #folder: string;
  #files: ReadonlyMap<string, WebFile> | null = null;

  constructor(folder = join(packageFolder(), 'dist/web')) {
    this.#folder = folder;
  }

  /** Answers with a file, or with the page for an address inside it; false when the path is none of the page's. */
  serve(method: string, path: string, request: IncomingMessage, response: ServerResponse): boolean {
    if (method !== 'GET' || /^\/(?:api|act|metrics|healthz)(?:\/|$)/.test(path)) return false;
    const files = this.#read();
    const file = files.get(path);
    if (file !== undefined && path !== '/index.html') {
      sendFile(request, response, file);
      return true;
    }
    const wantsPage = /\btext\/html\b/i.test(request.headers.accept ?? '');
    if (!wantsPage || extname(path) !== '') return false;
    sendPage(response, files.get('/index.html')?.bytes.toString('utf8') ?? NOT_BUILT);
    return true;
  }

  #read(): ReadonlyMap<string, WebFile> {
    this.#files ??= existsSync(this.#folder) ? readFiles(this.#folder) : null;
    return this.#files ?? new Map();
  }
}

function readFiles(folder: string): ReadonlyMap<string, WebFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    names.flatMap((name) => {
      const type = types[extname(name)];
      if (type === undefined) return [];
      const bytes = readFileSync(join(folder, name));
      const path = `/${name.replaceAll('\\', '/')}`;
      const cache = path.startsWith('/assets/') ? FOR_EVER : FOR_AN_HOUR;
      const zipped = gzipSync(bytes, { level: GZIP_LEVEL });
      return [[path, { type, bytes, zipped, cache }] as const];
    }),
  );
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: WebFile): void {
  const takesGzip = /\bgzip\b/i.test(request.headers['accept-encoding'] ?? '');
  const bytes = takesGzip ? file.zipped : file.bytes;
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': bytes.length,
    'cache-control': file.cache,
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(file.type.startsWith('text/javascript')
      ? { 'content-security-policy': SCRIPT_POLICY }
      : {}),
    ...(takesGzip ? { 'content-encoding': 'gzip' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** The page itself is never kept: it names the files of this version, and carries a nonce of its own. */
function sendPage(response: ServerResponse, html: string): void {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const bytes = Buffer.from(html.replaceAll(NONCE_MARK, nonce));
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  response.end(bytes);
}

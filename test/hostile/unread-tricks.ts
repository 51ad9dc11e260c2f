/**
 * Model calls that Tripwire and a provider could read differently, each with the answer that it gets. The cases are
 * kept: one that was found to pass once is added here.
 */
import { gzipSync } from 'node:zlib';

/** A model call that must not pass. */
export interface Unreadable {
  readonly name: string;
  readonly method?: string;
  /** Behind `/agents/NAME/`; the chat of OpenAI when absent. */
  readonly path?: string;
  readonly headers?: readonly (readonly [string, string])[];
  /** An honest chat when absent. */
  readonly body?: Buffer;
  readonly status: number;
  /** Words of the answer. */
  readonly says: string;
}

/** An honest chat. */
export function chatBody(content = 'Do the next step.'): string {
  return JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] });
}

const json = Buffer.from(chatBody());
const decoy = chatBody('Something else.');
const NOT_UTF8 = { status: 415, says: 'not UTF-8' };
const NOT_JSON = { status: 400, says: 'not a JSON object' };
const TWICE = { status: 400, says: 'same key twice' };
const SPELLING = { status: 400, says: 'spelled almost like' };
const PACKED = { status: 415, says: 'content-encoding' };
const TYPE = { status: 415, says: 'content-type' };
const OVERRIDE = { status: 400, says: 'Remove it' };

function utf16(text: string, bigEndian = false): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
}

const encodings: readonly Unreadable[] = [
  {
    name: 'an encoding nobody knows, named away',
    headers: [
      ['content-encoding', 'x'],
      ['connection', 'close, content-encoding'],
    ],
    ...PACKED,
  },
  { name: 'an encoding nobody knows', headers: [['content-encoding', 'x']], ...PACKED },
  {
    name: 'the encoding of another layer, named away in capitals',
    headers: [
      ['Content-Encoding', 'gzip'],
      ['CONNECTION', 'Content-Encoding'],
    ],
    ...PACKED,
  },
  {
    name: 'two encodings in two headers',
    headers: [
      ['content-encoding', 'identity'],
      ['content-encoding', 'gzip'],
    ],
    body: gzipSync(json),
    status: 415,
    says: 'two content-encoding',
  },
  {
    name: 'packed and cut',
    headers: [['content-encoding', 'gzip']],
    body: gzipSync(json).subarray(0, 40),
    ...PACKED,
  },
  {
    name: 'three layers',
    headers: [['content-encoding', 'gzip, gzip, gzip']],
    body: gzipSync(gzipSync(gzipSync(json))),
    ...PACKED,
  },
];

const charsets: readonly Unreadable[] = [
  { name: 'UTF-16', body: utf16(chatBody()), ...NOT_JSON },
  { name: 'UTF-16, the other way round', body: utf16(chatBody(), true), ...NOT_JSON },
  { name: 'UTF-16 with a mark', body: utf16(`\u{feff}${chatBody()}`), ...NOT_UTF8 },
  {
    name: 'a charset of seven bits',
    headers: [['content-type', 'application/json; charset=utf-7']],
    status: 415,
    says: 'charset',
  },
  {
    name: 'two charsets',
    headers: [['content-type', 'application/json; charset=utf-8; charset=utf-16']],
    status: 415,
    says: 'charset',
  },
  {
    name: 'bytes that are no UTF-8',
    body: Buffer.concat([json.subarray(0, -4), Buffer.from([0xc0, 0xa2]), json.subarray(-4)]),
    ...NOT_UTF8,
  },
];

const texts: readonly Unreadable[] = [
  { name: 'garbage', body: Buffer.from('garbage'), ...NOT_JSON },
  { name: 'nothing', body: Buffer.alloc(0), ...NOT_JSON },
  { name: 'a list', body: Buffer.from(`[${chatBody()}]`), ...NOT_JSON },
  { name: 'two values', body: Buffer.from(`${decoy}\n${chatBody()}`), ...NOT_JSON },
  {
    name: 'a number that only some know',
    body: Buffer.from(chatBody().replace('{', '{"top_p":NaN,')),
    ...NOT_JSON,
  },
  { name: 'a comment', body: Buffer.from(chatBody().replace('{', '{/* */')), ...NOT_JSON },
  { name: 'JSON in a string', body: Buffer.from(JSON.stringify(chatBody())), ...NOT_JSON },
  {
    name: 'messages twice',
    body: Buffer.from(decoy.replace(/\}$/, `,${chatBody().slice(1)}`)),
    ...TWICE,
  },
  {
    name: 'a content twice, once escaped',
    body: Buffer.from(
      String.raw`{"model":"m","messages":[{"role":"user","content":"a","\u0063ontent":"b"}]}`,
    ),
    ...TWICE,
  },
  {
    name: 'messages in capitals beside the decoy',
    body: Buffer.from(decoy.replace(/\}$/, ',"Messages":[]}')),
    ...SPELLING,
  },
  {
    name: 'messages in capitals alone',
    body: Buffer.from(chatBody().replace('messages', 'MESSAGES')),
    ...SPELLING,
  },
  {
    name: 'a long s',
    body: Buffer.from(chatBody().replace('messages', 'me\u017F\u017Fages')),
    ...SPELLING,
  },
  {
    name: 'a content in capitals',
    body: Buffer.from(chatBody().replace('"content"', '"content":"a","Content"')),
    ...SPELLING,
  },
  {
    name: 'a call in both spellings',
    path: 'gemini/v1beta/models/m:generateContent',
    body: Buffer.from(
      '{"contents":[{"role":"model","parts":[{"functionCall":{"name":"a"},"function_call":{"name":"b"}}]}]}',
    ),
    ...SPELLING,
  },
  {
    name: 'contents in capitals beside a request in its wrapper',
    path: 'gemini/v1beta/models/m:generateContent',
    body: Buffer.from(
      '{"request":{"contents":[{"role":"user","parts":[{"text":"a"}]}]},"Contents":[{"parts":[{"text":"b"}]}]}',
    ),
    ...SPELLING,
  },
  {
    name: 'a result in a spelling that was not looked into',
    path: 'gemini/v1beta/models/m:generateContent',
    body: Buffer.from(
      '{"contents":[{"role":"user","parts":[{"function_response":{"name":"a","response":{},"Response":{}}}]}]}',
    ),
    ...SPELLING,
  },
];

/** Short texts that take long to read: they would hold up everybody, and a stop with them. */
const huge: readonly Unreadable[] = [
  ['deep lists', '['.repeat(600_000) + ']'.repeat(600_000)],
  ['many lists', `[${'[],'.repeat(600_000)}1]`],
  ['many values in a text', JSON.stringify(` [${'0,'.repeat(600_000)}0]`)],
  ['many keys', `{${Array.from({ length: 600_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
].map(([name = '', metadata = '']) => ({
  name,
  body: Buffer.from(chatBody().replace('{', `{"metadata":${metadata},`)),
  status: 413,
  says: 'values of JSON',
}));

const types: readonly Unreadable[] = [
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/x-protobuf',
  'application/yaml',
  'application/json, application/x-protobuf',
].map((type) => ({ name: type, headers: [['content-type', type]], ...TYPE }));

const others: readonly Unreadable[] = [
  {
    name: 'two types',
    headers: [
      ['content-type', 'application/json'],
      ['content-type', 'application/x-protobuf'],
    ],
    status: 415,
    says: 'two content-type',
  },
  ...['PUT', 'PATCH', 'DELETE'].map((method) => ({
    name: `garbage by ${method}`,
    method,
    body: Buffer.from('garbage'),
    ...NOT_JSON,
  })),
  ...['x-http-method-override', 'X-HTTP-Method', 'x-method-override'].map((name) => ({
    name: `GET that says ${name}`,
    method: 'GET',
    body: Buffer.alloc(0),
    headers: [[name, 'POST'] as const],
    ...OVERRIDE,
  })),
  {
    name: 'another path in a header',
    path: 'openai/v1/files',
    headers: [['x-original-url', '/v1/chat/completions']],
    ...OVERRIDE,
  },
  ...['?_method=POST', '?%24httpMethod=POST&%24req=%7B%7D', '?a=b;_METHOD=POST'].map((query) => ({
    name: `GET with ${query}`,
    method: 'GET',
    path: `gemini/v1beta/models/m:generateContent${query}`,
    body: Buffer.alloc(0),
    ...OVERRIDE,
  })),
  { name: 'a body on GET', method: 'GET', status: 400, says: 'takes no body' },
  { name: 'a body on HEAD', method: 'HEAD', status: 400, says: '' },
  ...[';a=b', ';', '.', '%20', '%3Bx', '%3F', '%3Fa=b', '%23'].map((end) => ({
    name: `garbage at a path that ends in ${end}`,
    path: `openai/v1/chat/completions${end}`,
    body: Buffer.from('garbage'),
    ...NOT_JSON,
  })),
  ...['anthropic/v1/messages', 'openai/v1/responses', 'gemini/v1beta/models/m:generateContent'].map(
    (path) => ({
      name: `garbage at ${path}`,
      path,
      body: Buffer.from('\u0001\u0002'),
      ...NOT_JSON,
    }),
  ),
];

/** All of them. */
export const UNREAD: readonly Unreadable[] = [
  ...encodings,
  ...charsets,
  ...texts,
  ...huge,
  ...types,
  ...others,
];

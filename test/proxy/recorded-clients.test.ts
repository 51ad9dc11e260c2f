/** The coding agents are recognised by what they really sent: headers recorded by `npm run test:clients`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clientFacts, type ClientFacts } from '../../src/clients/client-headers.ts';
import { clientPackages, packageOf, type CodingClient } from '../clients/client-packages.ts';

interface Recorded {
  readonly client: CodingClient;
  readonly version: string;
  readonly requests: readonly {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: object;
  }[];
}

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'test', 'fixtures', 'clients');
const files = readdirSync(folder);

function recorded(file: string): Recorded {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recorded;
}

function factsOf(file: string): readonly ClientFacts[] {
  return recorded(file).requests.map(({ headers, body }) =>
    clientFacts(Object.entries(headers), body),
  );
}

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const ses = (number: number) => `ses_${String(number).padStart(26, '0')}`;
const first = { parent: null, retryCount: 0, requestKind: null };

describe('what each client sent', () => {
  test('Claude Code: the session and its subagent', () => {
    const main = { ...first, client: 'claude-code', session: uuid(1), subagent: null };
    expect(factsOf('claude-code.json')).toEqual([main, { ...main, subagent: 'a0000000000000003' }]);
  });

  test('Claude Code: the session is in the body too', () => {
    const [main] = recorded('claude-code.json').requests;
    const { 'x-claude-code-session-id': _session, ...rest } = main?.headers ?? {};
    expect(clientFacts(Object.entries(rest), main?.body)).toMatchObject({ session: uuid(1) });
  });

  test.each(['codex.json', 'codex-built-in-provider.json'])(
    '%s: a thread below another',
    (file) => {
      const turn = { ...first, client: 'codex', requestKind: 'turn' };
      const [main, child, ...more] = factsOf(file);
      expect(main).toEqual({ ...turn, session: uuid(1), subagent: null });
      expect(child).toMatchObject({ ...turn, session: uuid(1), parent: uuid(1) });
      expect(child?.subagent).toMatch(/^0{8}-/);
      expect(child?.subagent).not.toBe(uuid(1));
      expect(more).toEqual([]);
    },
  );

  test('Gemini CLI: by its name only', () => {
    const nobody = { ...first, client: 'gemini-cli', session: null, subagent: null };
    for (const facts of factsOf('gemini-cli.json')) expect(facts).toEqual(nobody);
  });

  test.each(files.filter((file) => file.startsWith('opencode')))(
    '%s: a session below another',
    (file) => {
      const main = { ...first, client: 'opencode', session: ses(1), subagent: null };
      expect(factsOf(file)).toEqual([main, { ...main, subagent: ses(2) }]);
    },
  );
});

test('every client has a recording of the version that the page tells of', () => {
  const page = readFileSync(join(root, 'docs', 'clients.md'), 'utf8');
  for (const { client, npmName, version } of clientPackages) {
    const own = files.map(recorded).filter((one) => one.client === client);
    expect(own.length, client).toBeGreaterThan(0);
    for (const one of own) expect(one.version).toBe(packageOf(client).version);
    expect(page).toContain(`| \`${npmName}\` | ${version} |`);
  }
});

test('the recordings hold nothing of the machine they were made on', () => {
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text, file).not.toMatch(/\/(?:home|Users|tmp|var)\/|Bearer|sk-|AIza|[\w.]+@[\w.]+/);
    for (const [id] of text.matchAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-/g))
      expect(id).toBe('00000000-0000-');
  }
});

/**
 * The part of `docs/clients.md` about the clients that a base URL alone guards, from what their trials found.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageOf } from './client-packages.ts';
import type { Trial } from './findings.ts';
import { plainClients } from './plain-clients.ts';
import type { PlainFinding, PlainFindings } from './plain-findings.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'clients.md');
const HEADING = '## Other coding agents';
const NEXT_HEADING = '## What to know';

/** How each is recognised, named and pointed, and what it leaves behind. */
const facts: Readonly<Record<string, readonly [by: string, pointed: string, left: string]>> = {
  'qwen-code': [
    '`user-agent: QwenCode/…`',
    '`OPENAI_BASE_URL`, with `--auth-type openai`',
    '`~/.qwen/projects/*/chats/*.jsonl`',
  ],
  'copilot-cli': [
    '`x-interaction-type`, `x-initiator`',
    '`COPILOT_PROVIDER_BASE_URL` (own provider)',
    '`~/.copilot/session-state/*/events.jsonl`',
  ],
  'continue-cli': [
    'nothing: as any program with the OpenAI SDK',
    '`apiBase` in `~/.continue/config.yaml`',
    '`~/.continue/sessions/*.json`, of runs that ended well',
  ],
  pi: [
    'nothing: as any program with the OpenAI SDK',
    '`baseUrl` in `~/.pi/agent/models.json`',
    '`~/.pi/agent/sessions/*/*.jsonl`',
  ],
  kilo: [
    '`user-agent: Kilo-Code/…`',
    '`baseURL` in `~/.config/kilo/kilo.json`',
    '`~/.local/share/kilo/kilo.db`',
  ],
  cline: [
    'nothing: as any program with the AI SDK',
    '`baseUrl` in `~/.cline/data/settings/providers.json`',
    '`~/.cline/data/sessions/*/*.messages.json`',
  ],
  'kimi-code': [
    '`user-agent: kimi-code-cli/…`',
    '`KIMI_MODEL_BASE_URL`, with `KIMI_MODEL_NAME`, `KIMI_MODEL_API_KEY` and `KIMI_MODEL_PROVIDER_TYPE=openai`',
    '`~/.kimi-code/sessions/*/*/agents/*/wire.jsonl`',
  ],
};

const sessions = { header: '`x-session-id`', body: '`prompt_cache_key` in the body' } as const;

/** The lines of the section. */
export function plainSection({ measuredOn, findings }: PlainFindings): readonly string[] {
  const rows = plainClients.map(({ client, title, session }) => {
    const { npmName, version } = packageOf(client);
    const [by = '', pointed = '', left = ''] = facts[client] ?? [];
    const named = session === null ? 'none' : sessions[session];
    return `| ${title} | \`${npmName}\` | ${version} | ${by} | ${named} | ${pointed} | ${left} |`;
  });
  return [
    '',
    HEADING,
    '',
    'These are guarded by a base URL; nothing of Tripwire is installed in them. `npm run test:clients` installs each from npm and tries',
    'it without a terminal on the chat format, as above, and on its screen in tmux (`test/clients/screens-plain.client.ts`, 2026-11-19): each shows',
    'the reason for a loop and for a stop, stays open, is refused whatever is typed then, and continues after `tripwire resume`.',
    '`tripwire doctor` says when another version is installed.',
    '',
    '| client | package | version | recognised by | session in its requests | pointed by | read by `tripwire scan` |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    `Exit codes, and what reached the proxy (refused), measured on ${measuredOn}:`,
    '',
    '| client | ten steps | a loop | stopped in a text | what the user sees of the loop |',
    '| --- | --- | --- | --- | --- |',
    ...plainClients.map(({ title }) => {
      const of = (trial: Trial) =>
        findings.find((one) => one.title === title && one.trial === trial);
      const cells = (['ten steps', 'loop', 'cut in a text'] as const).map((trial) =>
        numbers(of(trial)),
      );
      return `| ${title} | ${cells.join(' | ')} | ${shown(of('loop'))} |`;
    }),
    '',
    'A run that was killed continues after `tripwire resume`, and `tripwire scan` finds it with the score that it had live. If a client',
    'names no session, a kill stops the whole agent name; if that is too much, give each run its own name. `tripwire run -- qwen`,',
    '`-- copilot` and `-- kimi` set the variable; for the other four it says which line their file needs',
    '(`test/clients/run-plain.client.ts`). The agent has the name of the program: Continue is `cn`.',
    '',
    '- **Qwen Code and Cline have their own check** for repeated identical calls, and end by themselves, Cline with exit',
    '  code 0. The loop above alternates between two calls.',
    '- **Qwen Code now and then loses the output of a quick command** (`Output: (empty)`, in 2 of 6 runs that were started at once). That',
    '  is another result, so its loop is stopped a few calls later: seen after 6 to 10 calls.',
    '- **Continue writes its session only when a run ends well**, so `scan` does not find one that was refused.',
    '- **Cline leaves a service running** (`--cline-hub-daemon`) that its next run uses. A stop refuses its requests like all others.',
    '- **GitHub Copilot CLI numbers its shells** in every result (`<shellId: 3 completed …>`). The number is not read as something new.',
  ];
}

/** Puts the section into the page in the place of the one that is there. */
export function writePlainSection(found: PlainFindings): void {
  const page = readFileSync(file, 'utf8');
  const [from, to] = [page.indexOf(`\n${HEADING}`), page.indexOf(`\n${NEXT_HEADING}`)];
  if (from === -1 || to === -1) throw new Error(`${file} lacks a heading of the section`);
  const lines = `${plainSection(found).slice(1).join('\n')}\n`;
  writeFileSync(file, `${page.slice(0, from)}\n${lines}${page.slice(to)}`);
}

function numbers(found: PlainFinding | undefined): string {
  if (found === undefined) return 'not tried';
  const { exitCode, requests, refused } = found;
  return `${exitCode ?? 'killed'}, ${requests} (${refused.length})`;
}

function shown(found: PlainFinding | undefined): string {
  return `\`${(found?.words ?? '').replaceAll('|', '\\|').replaceAll('`', "'")}\``;
}

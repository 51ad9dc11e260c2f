/**
 * Writes `docs/clients.md` from what the trials found. Nobody edits that page by hand.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientPackages } from './client-packages.ts';
import type { Finding, Trial } from './findings.ts';
import { plainSection } from './plain-document.ts';
import { plainFindings } from './plain-findings.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'clients.md');

const trials: readonly (readonly [Trial, string, string])[] = [
  [
    'ten steps',
    'A task of ten steps goes through',
    'The provider asks for ten harmless tools, one after the other. The kill switch is on. Everything passes.',
  ],
  [
    'loop',
    'A loop is killed',
    'The provider asks for the same again and again. The request that shows it is refused, and the client ends.',
  ],
  [
    'budget',
    'A token budget has no room',
    'The budget of a person is spent, and its reason is full of tokens and numbers. Each request is refused once: nobody\n' +
      'asks again, and nobody compacts. The whole reason is in `error.tripwire` and in the headers.',
  ],
  [
    'cut in a text',
    'Stopped in the middle of a text',
    'A person stops the agent while the provider is in the middle of a streamed answer.',
  ],
  [
    'cut at a tool call',
    'Stopped while a tool call is held',
    'A person stops the agent after the provider called a tool and before the call is recorded. The tool would\n' +
      'write a file. It never does.',
  ],
  [
    'subagent loop',
    'The loop of a subagent stops the session',
    'The main thread starts a subagent, which goes in circles. One refusal ends the subagent, one the main thread.',
  ],
  [
    'compaction',
    'A compaction is demanded in the middle of a task',
    'The demand comes while the fifth of ten tools is running. Claude Code and OpenCode are told that their prompt is\n' +
      'too long; they compact, which lifts the demand, look at everything once more, and finish. The kill switch is on\n' +
      'and lets that pass. The others would end at that word and are not told: their next tool is held.',
  ],
];

/** Writes the page. */
export function writeClientsDocument(findings: readonly Finding[]): void {
  writeFileSync(file, `${document(findings)}\n`);
}

function document(findings: readonly Finding[]): string {
  const versions = clientPackages.map(
    ({ title, npmName, version }) => `| ${title} | \`${npmName}\` | ${version} |`,
  );
  const sealed = process.env['TRIPWIRE_CLIENTS_SEALED'] === '1';
  return [
    '# Coding agents',
    '',
    'What real coding agents do when Tripwire stops them. Written by `TRIPWIRE_WRITE_DOCS=1 npm run test:clients`,',
    'which installs the programs below, runs each through the proxy against a scripted provider, and fails when one',
    'of the numbers is not what it must be. It is no part of `npm test`: the programs take 3.6 GB.',
    '',
    '| client | package | version |',
    '| --- | --- | --- |',
    ...versions,
    '',
    `Measured on ${new Date().toISOString().slice(0, 10)} on ${process.platform} ${process.arch}, ${sealed ? 'in a namespace without a network' : 'with a network at hand'}. Everything ran on the`,
    'loopback address, with an empty home, telemetry and updates switched off, and without a terminal (`claude -p`,',
    '`codex exec`, `gemini -p`, `opencode run`). `requests` is what reached the proxy in the whole run, `refused` how',
    'many of them got an error, with its status. Ids, times and amounts of one run are written as words.',
    ...trials.flatMap(([trial, heading, words]) =>
      section(
        heading,
        words,
        findings.filter((one) => one.trial === trial),
      ),
    ),
    ...notes,
    ...plainSection(plainFindings()),
    ...remarks,
  ].join('\n');
}

function section(heading: string, words: string, found: readonly Finding[]): readonly string[] {
  const rows = found.map(({ title, exitCode, requests, refused, words: seen }) => {
    const statuses = refused.length === 0 ? '0' : `${refused.length} (${refused.join(', ')})`;
    return `| ${title} | ${exitCode ?? 'killed'} | ${requests} | ${statuses} | ${cell(seen)} |`;
  });
  return [
    '',
    `## ${heading}`,
    '',
    words,
    '',
    '| client | exit code | requests | refused | what the user sees |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ];
}

function cell(text: string): string {
  return `\`${text.replaceAll('|', '\\|').replaceAll('`', "'")}\``;
}

const notes = [
  '',
  '## Who is who',
  '',
  '| client | session | subagent | asked beside the task |',
  '| --- | --- | --- | --- |',
  '| Claude Code | `x-claude-code-session-id` | `x-claude-code-agent-id` | nothing with these settings |',
  '| Codex | `session-id` | `thread-id`, when it is not the session | nothing with these settings |',
  '| Gemini CLI | none: one session for all its runs | by how the conversation begins | the choice of a model |',
  '| OpenCode | `x-session-id`; of a subagent `x-parent-session-id` | `x-session-id` | a title |',
];

const remarks = [
  '',
  '## What to know',
  '',
  '- **Gemini CLI names no session.** Everything that runs under one agent name is one session: a loop stops the',
  '  agent, not one of its runs. If that is too much, give each run its own name.',
  '- **Gemini CLI has its own check** for the same call five times in a row. It then ends with exit code 0',
  '  and without a message, before Tripwire acts. The loop above alternates between two calls.',
  '- **Gemini CLI cannot be told in a stream**, so its connection is cut and the user sees a broken connection; the',
  '  reason is in `tripwire status`. Its next request gets the reason.',
  '- **Claude Code asks once more** after a stream was ended, without streaming. That request is refused.',
  '- **Codex with its built-in provider** tries a web socket first. It is refused with 426, and Codex continues with',
  '  plain requests.',
  "- **The remedy doesn't always name the session.** If a client would read an error into its id, the remedy is",
  '  `tripwire status`, which names it.',
  '- **OpenCode compacts and finishes, and yet ends with exit code 1**: it shows `prompt is too long` and remembers that',
  '  there was an error. A script that starts it must look at what it said.',
  '- **If a compaction is demanded during an answer**, a client that can compact may still run the tools of that answer, and its next',
  '  request gets the demand. For the other clients the tools are held, and the clients end.',
  '- **Codex and Gemini CLI end when a compaction is demanded.** Compact in the client and continue there, or begin a new',
  '  session.',
  '- **`tripwire scan` agrees with the live verdict**: what each client left behind after the loop above gets the same score as the',
  '  requests did, in all seven trials, and so does the same loop with the time in each result. Failing commands in turns and calls that',
  '  are made three at a time are judged alike too, at the same request, for these four and for six of the seven below; Continue keeps',
  '  no transcript of a run that was refused (`test/clients/scan-agrees.client.ts`). Where tools of the client itself fail, its transcript',
  "  says so, and OpenAI's formats don't: `scan` may find such a loop one call earlier.",
  '- **A client that is stopped with time to save** (`stop --wind-down`) commits its work and ends well, on all four. Its first call that',
  '  does not save is refused and ends it, and after its calls nothing passes (`test/clients/wind-down.client.ts`).',
  '- **On their screens** (tried in tmux on 2026-11-19, `test/clients/screens.client.ts`) all four show the reason for a loop and for a stop,',
  '  stay open, are refused whatever is typed then, and continue the same session after `tripwire resume`. Gemini CLI keeps making requests by',
  '  itself (up to five refusals were seen), and none is allowed. Claude Code and Gemini CLI show the reason for a cut stream when their',
  '  next request is refused.',
  '- **Codex asks for the title of each prompt on its screen in a session of its own.** Nothing in that request names the session it is for',
  "  (its ids, its window and its cache key are its own), so stopping one session doesn't reach it; stopping the agent does. Its",
  "  turn metadata call it a title, it offers no tools, and it doesn't count as a step.",
  '- **One subagent that is stopped alone** (`stop --subagent`) ends, and its session finishes without it: Claude Code, Codex and OpenCode',
  '  (`test/clients/subagent-stop.client.ts`). Gemini CLI does not say which of its subagents asks.',
  '- **In a night with the kill switch on** (`test/clients/night-kill-switch.client.ts`) the loop of all four goes to the advisor first, and',
  '  the advice brings them to their end. A second loop after the advice is held on all four, and nothing moves until a person lifts it.',
  '- Not tried: subscription logins, Windows and macOS.',
];

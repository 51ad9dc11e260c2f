/**
 * `play-hooks FILE`: what a coding agent does, one JSON object a line, reported to `tripwire hook claude-code` as Claude
 * Code would report it; prints what the agent is answered.
 *
 * A line is a tool call with its result, `{"tool": "Read", "input": {…}, "says": "…"}`, or shorter for the shell,
 * `{"run": "npm test", "says": "1 failed", "failed": true}`; or another event's payload without the fields that are always
 * the same. `times` repeats a line, `usage` is what the model's last answer had in its context. `{"write": "a.ts",
 * "text": "…"}` and `{"delete": "a.ts"}` are done by a person, who has no hooks.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

interface Line {
  readonly run?: string;
  readonly tool?: string;
  readonly input?: object;
  readonly says?: string;
  readonly failed?: boolean;
  readonly times?: number;
  readonly usage?: object;
  readonly write?: string;
  readonly text?: string;
  readonly delete?: string;
  readonly hook_event_name?: string;
}

const [file = ''] = process.argv.slice(2);
const tripwire = join(import.meta.dirname, '../../bin/tripwire');
const transcript = resolve('../transcript.jsonl');
let calls = 0;

/** Reports one event and prints the answer; whether the call was denied. */
function report(payload: object, words: string): boolean {
  const always = { session_id: 's1', transcript_path: transcript, cwd: process.cwd() };
  const input = JSON.stringify({ ...always, ...payload });
  const { stdout, stderr } = spawnSync(tripwire, ['hook', 'claude-code'], { input });
  const answer = `${stdout.toString()}${stderr.toString()}`.trim();
  console.log(`${words} -> ${answer === '' ? 'nothing is said against it' : answer}`);
  return /"deny"|"decision":"block"|"continue":false/.test(answer);
}

/** A call is asked for and, if it may run, comes back. */
function call({ run, tool = 'Bash', input = { command: run }, says = '', failed }: Line): void {
  calls += 1;
  const asked = { tool_name: tool, tool_input: input, tool_use_id: `toolu_${calls}` };
  const words = `${tool} ${run ?? JSON.stringify(input)}`;
  if (report({ ...asked, hook_event_name: 'PreToolUse' }, words)) return;
  const came =
    failed === true
      ? { hook_event_name: 'PostToolUseFailure', error: says }
      : { hook_event_name: 'PostToolUse', tool_response: { stdout: says } };
  report({ ...asked, ...came }, `  done, "${says.slice(0, 40)}"`);
}

function play(line: Line): void {
  if (line.write !== undefined) {
    mkdirSync(dirname(line.write), { recursive: true });
    writeFileSync(line.write, line.text ?? '');
  } else if (line.delete !== undefined) {
    rmSync(line.delete);
  } else if (line.usage !== undefined) {
    const message = { id: 'm', model: 'claude-sonnet', usage: line.usage };
    appendFileSync(transcript, `${JSON.stringify({ type: 'assistant', message })}\n`);
  } else if (line.hook_event_name !== undefined) {
    report(line, line.hook_event_name);
  } else {
    call(line);
  }
}

appendFileSync(transcript, '');
for (const text of readFileSync(file, 'utf8').trimEnd().split('\n')) {
  const line = JSON.parse(text) as Line;
  for (let time = 0; time < (line.times ?? 1); time += 1) play(line);
}

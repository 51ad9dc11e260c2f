/**
 * A project whose coding agent reports by its hooks, to the gate of the project's own journal or to another one.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Gate } from '../../src/gate/index.ts';
import { runHook, type Decide } from '../../src/hooks/index.ts';
import { decideEmbedded } from '../../src/server/hook-embedded.ts';
import { openProjectGate } from '../../src/server/project-gate.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { inputOf } from './run-recorded.ts';

/** What a hook answered. */
export interface Heard {
  readonly isDenied: boolean;
  readonly endsSession: boolean;
  /** All that was put out, as it stands. */
  readonly text: string;
}

/** A project with hooks. */
export class HookedProject {
  readonly folder = temporaryFolder('hooked');
  readonly home = temporaryFolder('home');
  readonly state = join(this.folder, '.geometry');
  readonly #decide: Decide;
  #calls = 0;

  constructor(decide: Decide = decideEmbedded) {
    this.#decide = decide;
    onTestFinished(() => {
      for (const one of [this.folder, this.home]) rmSync(one, { recursive: true, force: true });
    });
  }

  get env(): Readonly<Record<string, string>> {
    return { HOME: this.home };
  }

  /** Writes a file of the project, or with an absolute name another one. */
  write(name: string, text: string): void {
    const file = name.startsWith('/') ? name : join(this.folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Reports an event of Claude Code. */
  async hear(eventName: string, more: object = {}): Promise<Heard> {
    const payload = {
      session_id: 's1',
      transcript_path: null,
      cwd: this.folder,
      hook_event_name: eventName,
      ...more,
    };
    const output = await runHook({
      client: 'claude-code',
      stdin: inputOf(JSON.stringify(payload)),
      env: this.env,
      decide: this.#decide,
      deadlineMs: 30_000,
    });
    const text = `${output.stdout}${output.stderr}`;
    const endsSession = text.includes('"continue":false');
    const isDenied = /"permissionDecision":"deny"|"decision":"block"/.test(text);
    return { isDenied: isDenied || endsSession, endsSession, text };
  }

  /** A call that is asked for and, if it may run, comes back. */
  async call(command: string, result: string, more: object = {}): Promise<Heard> {
    this.#calls += 1;
    const call = {
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: `toolu_${this.#calls}`,
      ...more,
    };
    const before = await this.hear('PreToolUse', call);
    return before.isDenied ? before : this.hear('PostToolUse', { ...call, tool_response: result });
  }

  prompt(more: object = {}): Promise<Heard> {
    return this.hear('UserPromptSubmit', { prompt: 'go on', ...more });
  }

  stop(more: object = {}): Promise<Heard> {
    return this.hear('Stop', { stop_hook_active: false, last_assistant_message: 'done', ...more });
  }

  /** Does something with the gate of the project's own journal, as another process would. */
  async withGate<Value>(work: (gate: Gate) => Promise<Value>): Promise<Value> {
    mkdirSync(this.state, { recursive: true });
    const { gate, close } = await openProjectGate({ folder: this.state }, this.env);
    try {
      return await work(gate);
    } finally {
      await close();
    }
  }
}

/**
 * A project in a temporary folder with an agent in it, whose hooks report to the loop.
 *
 * Everything goes through the loop's public entry onto a real disk; only the clock is ours.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { LoopAnswer, LoopEvent } from '../../src/clients/hook-event.ts';
import {
  handleLoopEvent,
  type LoopRequest,
  type Manifest,
  type SafetyEvent,
} from '../../src/loop/index.ts';
import { readManifest } from '../../src/loop/manifest/read-manifest.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

type EventKind = LoopEvent['kind'];
type Own<Kind extends EventKind> = Omit<
  Extract<LoopEvent, { kind: Kind }>,
  'kind' | 'session' | 'agent' | 'atMs' | 'cwd' | 'transcript'
>;
type Place = Partial<Pick<LoopEvent, 'session' | 'agent' | 'cwd' | 'transcript'>>;

const START_MS = Date.UTC(2026, 1, 28, 15, 30);
const PACE_MS = 1_000;

/** A project and its agent. */
export class LoopProject {
  readonly folder = temporaryFolder('loop');
  readonly home = temporaryFolder('home');
  readonly env: NodeJS.ProcessEnv = { HOME: this.home };
  /** Who runs the agent. */
  client: LoopRequest['client'];
  nowMs = START_MS;
  #calls = 0;

  constructor(files: Readonly<Record<string, string>> = {}) {
    mkdirSync(join(this.folder, '.geometry'));
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    onTestFinished(() => {
      for (const folder of [this.folder, this.home]) rmSync(folder, { recursive: true });
    });
  }

  /** Reports an event. */
  send<Kind extends EventKind>(kind: Kind, own: Own<Kind>, place: Place = {}): Promise<LoopAnswer> {
    this.nowMs += PACE_MS;
    const where = { session: 's1', agent: null, cwd: this.folder, transcript: null, ...place };
    const event = { ...where, ...own, kind, atMs: this.nowMs } as unknown as LoopEvent;
    const { env, nowMs, client } = this;
    return handleLoopEvent({ event, env, nowMs, ...(client === undefined ? {} : { client }) });
  }

  /** A call: asked for, and if it may run, its result reported. The first denial or the last answer. */
  async call(
    tool: string,
    args: unknown,
    result: string | (() => string) = 'ok',
    more: { readonly isError?: boolean; readonly place?: Place } = {},
  ): Promise<LoopAnswer> {
    this.#calls += 1;
    const asked = { callId: `call_${this.#calls}`, tool, args };
    const before = await this.send('tool-before', asked, more.place);
    if (before.kind !== 'pass') return before;
    const text = typeof result === 'string' ? result : result();
    const after = { ...asked, result: text, isError: more.isError ?? null };
    return this.send('tool-after', after, more.place);
  }

  /** A successful edit. */
  edit(file: string, to = String(this.nowMs)): Promise<LoopAnswer> {
    const args = { file_path: join(this.folder, file), old_string: 'a', new_string: to };
    return this.call('Edit', args, `The file ${file} has been updated.`);
  }

  /** A command. */
  bash(command: string, result = 'ok', isError = false): Promise<LoopAnswer> {
    return this.call('Bash', { command }, result, { isError });
  }

  /** The agent wants to end its turn. */
  stop(isStopHookActive = false): Promise<LoopAnswer> {
    return this.send('stop', { isStopHookActive, lastMessage: null });
  }

  prompt(text = 'go on'): Promise<LoopAnswer> {
    return this.send('prompt', { text });
  }

  /** A file of the state folder. */
  path(name: string): string {
    return join(this.folder, '.geometry', name);
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  /** Writes a file of the project. */
  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  remove(name: string): void {
    rmSync(this.path(name));
  }

  manifest(): Manifest {
    const read = readManifest(this.read('MANIFEST.yaml'));
    if (!read.ok) throw new Error(`line ${read.line}: ${read.message}`);
    return read.manifest;
  }

  /** Changes the manifest as a person would, in an editor. */
  editManifest(from: string | RegExp, to: string): void {
    this.write('.geometry/MANIFEST.yaml', this.read('MANIFEST.yaml').replace(from, to));
  }

  log(): readonly SafetyEvent[] {
    if (!this.has('safety_log.json')) return [];
    return (JSON.parse(this.read('safety_log.json')) as { events: SafetyEvent[] }).events;
  }

  /** Types and actions of the log, in order. */
  logged(): readonly string[] {
    return this.log().map(({ type, action_taken }) => `${type}/${action_taken}`);
  }
}

/** The manifest with another limit. */
export function manifestWith(text: string): Readonly<Record<string, string>> {
  return { '.geometry/MANIFEST.yaml': text };
}

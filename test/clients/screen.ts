/**
 * The screen of a program: a terminal that tmux makes, what stands on it, and what a person types.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { surroundings } from './client-run.ts';
import type { ClientPlace, ClientStart } from './tried-client.ts';

/** Keys that come faster than a person's are pasted text to some programs, and an Enter among them is a new line. */
const PASTE_MS = 500;
const COLUMNS = 180;
const LINES = 60;
const LOOK = { timeout: 240_000, interval: 100 };

/** Whether screens can be tried here. */
export const hasScreens = spawnSync('tmux', ['-V'], { stdio: 'ignore' }).status === 0;

/** A program on a screen. */
export interface Screen {
  /** What stands there now, with what has scrolled away above it. */
  text(): string;
  /** Waits until it stands there. */
  shows(what: RegExp): Promise<void>;
  /** Types a line, and presses Enter when it stands there. */
  types(line: string): Promise<void>;
  /** Presses one key, by tmux's name for it. */
  presses(key: string): void;
  /** Whether the program is still there. */
  isOpen(): boolean;
  close(): void;
}

/** Starts a program on a screen of its own. */
export function openScreen(
  program: string,
  { home, project }: Pick<ClientPlace, 'home' | 'project'>,
  { args, env }: ClientStart,
): Screen {
  const { CI: _ci, TERM: _term, NO_COLOR: _colour, ...around } = surroundings(home);
  const socket = join(home, 'tmux');
  const tmux = (...words: readonly string[]) =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], {
      encoding: 'utf8',
      env: { ...around, TERM: 'xterm-256color' },
    });
  const variables = Object.entries({ ...around, ...env }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const size = ['-x', String(COLUMNS), '-y', String(LINES)];
  tmux('new-session', '-d', ...size, '-c', project, '--', 'env', ...variables, program, ...args);
  const text = () => {
    try {
      return tmux('capture-pane', '-p', '-J', '-S', '-2000');
    } catch {
      return '';
    }
  };
  const shows = (what: RegExp) => vi.waitFor(() => expect(text()).toMatch(what), LOOK);
  return {
    text,
    shows,
    types: async (line) => {
      tmux('send-keys', '-l', line);
      await shows(new RegExp(line.slice(-20)));
      await sleep(PASTE_MS);
      tmux('send-keys', 'Enter');
    },
    presses: (key) => {
      tmux('send-keys', key);
    },
    isOpen: () =>
      spawnSync('tmux', ['-S', socket, 'has-session'], { stdio: 'ignore' }).status === 0,
    close: () => {
      spawnSync('tmux', ['-S', socket, 'kill-server'], { stdio: 'ignore' });
    },
  };
}

/**
 * Home folders with the transcripts of clients, as the clients would have left them.
 *
 * The fixtures have the shape of files that real runs of the clients wrote against a provider of our
 * own on loopback: claude-code 2.1.325, codex 0.166.0, gemini-cli 0.61.0, opencode 1.18.33.
 */
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporary-folder.ts';

const fixtures = fileURLToPath(new URL('../fixtures/transcripts/', import.meta.url));

/** Where the clients put the fixtures, below a home. */
const placed: Readonly<Record<string, string>> = {
  'claude-code/stuck.jsonl': '.claude/projects/-home-ada-stuck/stuck.jsonl',
  'claude-code/healthy.jsonl': '.claude/projects/-home-ada-healthy/healthy.jsonl',
  'codex/stuck.jsonl': '.codex/sessions/2026/11/15/rollout-2026-11-15T11-46-23-stuck.jsonl',
  'codex/healthy.jsonl': '.codex/sessions/2026/11/15/rollout-2026-11-15T11-46-39-healthy.jsonl',
  'gemini-cli/stuck.jsonl': '.gemini/tmp/stuck/chats/session-2026-11-15T11-46-stuck.jsonl',
  'gemini-cli/healthy.jsonl': '.gemini/tmp/healthy/chats/session-2026-11-15T11-46-healthy.jsonl',
};

/** The path of a fixture. */
export function transcriptFixture(name: string): string {
  return join(fixtures, name);
}

/** A home in which each of the four clients had a stuck run and a healthy one. */
export function homeOfFourClients(): string {
  const home = temporaryFolder();
  for (const [fixture, path] of Object.entries(placed)) {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(transcriptFixture(fixture), file);
  }
  const folder = join(home, '.local/share/opencode');
  mkdirSync(folder, { recursive: true });
  makeOpencodeDatabase(join(folder, 'opencode.db'), 'opencode/rows.jsonl').close();
  return home;
}

/** A database of OpenCode with the rows of a fixture. It is left open, as the client leaves it. */
export function makeOpencodeDatabase(file: string, fixture: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, slug TEXT, directory TEXT,
      title TEXT, version TEXT, time_created INTEGER, time_updated INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER,
      time_updated INTEGER, data TEXT);
  `);
  for (const line of readFileSync(transcriptFixture(fixture), 'utf8').trim().split('\n')) {
    const { table, row } = JSON.parse(line) as {
      readonly table: string;
      readonly row: Readonly<Record<string, unknown>>;
    };
    const values = Object.values(row).map((value) =>
      typeof value === 'object' && value !== null
        ? JSON.stringify(value)
        : (value as string | number),
    );
    const places = values.map(() => '?').join(', ');
    database
      .prepare(`INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places})`)
      .run(...values);
  }
  return database;
}

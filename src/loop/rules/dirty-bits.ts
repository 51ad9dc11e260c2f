/**
 * Dirty bits follow what was done: an edit sets `code_modified` and makes earlier tests stale, a test run says
 * whether they pass, a document sets `docs_updated`.
 */
import { extname, relative, sep } from 'node:path';
import { declarationChanges } from '../reserved/public-declarations.ts';
import { editedText } from '../reserved/tool-call.ts';
import { sessionOf, withManifest, withSession, type Rule, type Situation } from './situation.ts';

const FILES_KEPT = 200;
const API_CHANGES_KEPT = 5;
const COMMAND_LENGTH_MAX = 200;
const DOCUMENTS = new Set(['.md', '.mdx', '.rst', '.adoc', '.txt']);
const TEST_FILE = /(?:^|[/_.-])(?:tests?|spec|__tests__)(?:[/_.-]|$)/i;

/** The bits after a call. */
export const dirtyBitsRule: Rule = (now) => {
  if (now.event.kind === 'tool-after') return testsSeen(editsSeen(now));
  return now.denial === null ? editsSeen(now) : now;
};

function editsSeen(now: Situation): Situation {
  const { event, around, state } = now;
  const changed = now.call?.changed ?? null;
  if (!('args' in event) || changed === null) return now;
  const inProject = changed
    .map((file) => relative(around.places.project, file))
    .filter((file) => state.manifest.strict || !(file === '..' || file.startsWith(`..${sep}`)));
  if (changed.length > 0 && inProject.length === 0) return now;
  const isDocument = (file: string) => !state.manifest.strict && DOCUMENTS.has(extname(file));
  const session = sessionOf(now);
  const files = [...new Set([...session.filesModified, ...inProject])].slice(-FILES_KEPT);
  const seen = withSession(now, { filesModified: files });
  if (inProject.length > 0 && inProject.every(isDocument)) {
    return withManifest(withSession(seen, { apiChanges: [] }), { docsUpdated: true });
  }
  const { before, after } = editedText(event.args);
  const api = inProject.some((file) => TEST_FILE.test(file))
    ? []
    : declarationChanges(before, after);
  const apiChanges = [...session.apiChanges, ...api].slice(-API_CHANGES_KEPT);
  return withManifest(withSession(seen, { apiChanges }), {
    codeModified: true,
    testsRun: false,
    testsPassing: null,
    ...(api.length > 0 ? { docsUpdated: false } : {}),
  });
}

function testsSeen(now: Situation): Situation {
  const { command = null, check = null, passed = null } = now.call ?? {};
  if (check !== 'test' || passed === null) return now;
  const session = sessionOf(now);
  const counted = withSession(now, {
    lastTestCommand: command?.slice(0, COMMAND_LENGTH_MAX) ?? null,
    testRuns: session.testRuns + 1,
    testRunsPassed: session.testRunsPassed + (passed ? 1 : 0),
  });
  return withManifest(counted, { testsRun: true, testsPassing: passed });
}

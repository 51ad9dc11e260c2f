/**
 * Which documents have a generated block, and what each should say now.
 * The script that writes and the test that checks both ask here, so they cannot disagree.
 */
import { join } from 'node:path';
import { findCitations } from '../../spec/citations.ts';
import { outsideTests, readIfPresent, readTestFiles } from '../../spec/repository.ts';
import { REQUIREMENTS } from '../../spec/requirements.ts';
import { exampleConfig } from '../../src/config/index.ts';
import { REASONS } from '../../src/core/reasons.ts';
import { SCENARIOS } from '../../test/conformance/scenarios.ts';
import { replaceBlock } from './generated-block.ts';
import { PUBLIC_ADAPTERS } from './public-adapters.ts';
import { renderAdapterLimits, renderAdapterMatrix, renderScenarios } from './render-adapters.ts';
import { renderByHand } from './render-by-hand.ts';
import { renderCommandRules, renderOutOfScope } from './render-command-rules.ts';
import { renderFormatAnswers, renderFormatMatrix } from './render-formats.ts';
import { renderProvenCount, renderProvenRows } from './render-proven-rows.ts';
import { renderReasons } from './render-reasons.ts';
import { renderRoomArrows, renderRoomTable } from './render-rooms.ts';
import { renderSchemaFile, renderSettings, renderWindowSchema } from './render-settings.ts';

export interface GeneratedDocument {
  /** Path from the repository's root. */
  readonly path: string;
  readonly current: string;
  /** What it should be; equal to `current` unless the block is stale. */
  readonly fresh: string;
}

interface Block {
  readonly path: string;
  readonly name: string;
  readonly render: (root: string) => string;
}

const BLOCKS: readonly Block[] = [
  { path: 'README.md', name: 'proven-count', render: () => renderProvenCount(REQUIREMENTS) },
  { path: 'AGENTS.md', name: 'rooms', render: () => renderRoomArrows() },
  { path: 'docs/architecture.md', name: 'rooms', render: () => renderRoomTable() },
  {
    path: 'docs/requirements.md',
    name: 'by-hand',
    render: () => renderByHand(REQUIREMENTS),
  },
  {
    path: 'docs/requirements.md',
    name: 'proven-rows',
    render: (root) => {
      const isOutside = outsideTests(root);
      const { citations } = findCitations(readTestFiles(root));
      return renderProvenRows(
        REQUIREMENTS,
        citations.filter(({ file }) => isOutside(file)),
      );
    },
  },
  {
    path: 'docs/adapters.md',
    name: 'matrix',
    render: () => renderAdapterMatrix(PUBLIC_ADAPTERS),
  },
  {
    path: 'docs/adapters.md',
    name: 'limits',
    render: () => renderAdapterLimits(PUBLIC_ADAPTERS),
  },
  {
    path: 'docs/adapters.md',
    name: 'scenarios',
    render: () => renderScenarios(SCENARIOS, PUBLIC_ADAPTERS),
  },
  { path: 'docs/guardrails.md', name: 'command-rules', render: () => renderCommandRules() },
  { path: 'docs/guardrails.md', name: 'out-of-scope', render: () => renderOutOfScope() },
  { path: 'docs/reasons.md', name: 'reasons', render: () => renderReasons(REASONS) },
  {
    path: 'docs/configuration.md',
    name: 'example',
    render: () => `\`\`\`yaml\n${exampleConfig()}\`\`\``,
  },
  { path: 'docs/configuration.md', name: 'settings', render: renderSettings },
  { path: 'docs/formats.md', name: 'format-answers', render: renderFormatAnswers },
  { path: 'docs/formats.md', name: 'format-matrix', render: () => renderFormatMatrix() },
];

/** Files that are written by the program as a whole. */
const FILES = [
  { path: 'schema/tripwire.schema.json', render: renderSchemaFile },
  { path: 'schema/window.schema.json', render: renderWindowSchema },
];

export function generatedDocuments(root: string): GeneratedDocument[] {
  const blocksByPath = Map.groupBy(BLOCKS, ({ path }) => path);
  const documents = [...blocksByPath].map(([path, blocks]) => {
    const current = readIfPresent(join(root, path));
    if (current === undefined) throw new Error(`${path} does not exist`);
    try {
      const fresh = blocks.reduce(
        (text, { name, render }) => replaceBlock(text, name, render(root)),
        current,
      );
      return { path, current, fresh };
    } catch (error) {
      throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
    }
  });
  const files = FILES.map(({ path, render }) => ({
    path,
    current: readIfPresent(join(root, path)) ?? '',
    fresh: render(),
  }));
  return [...documents, ...files];
}

import { fitsGlob } from '../../base/glob.ts';
/**
 * Tool patterns: which calls are meant, by the tool's name and by what its parameters say.
 */
import { refuseGuardrail } from '../guardrail-error.ts';
import type { DeclaredTool } from './tool.ts';

/** A tool's name, or its name with what parameters must look like. `*` stands for any text, `?` for one character. */
export type ToolPattern =
  | string
  | {
      readonly tool: string;
      /** By the parameter's name, dotted for what lies deeper: `{ 'options.mode': 'write*' }`. All must fit. */
      readonly where?: Readonly<Record<string, string>>;
    };

/** Whether a call is meant by the pattern. A parameter that is not there fits nothing, not even `*`. */
export function fitsPattern(pattern: ToolPattern, tool: DeclaredTool, params: unknown): boolean {
  if (typeof pattern === 'string') return fitsGlob(pattern, tool.name);
  if (!fitsGlob(pattern.tool, tool.name)) return false;
  return Object.entries(pattern.where ?? {}).every(([path, glob]) => {
    const text = textAt(params, path);
    return text !== null && fitsGlob(glob, text);
  });
}

/** Refuses a list that could never mean anything. */
export function checkedPatterns(patterns: readonly ToolPattern[]): readonly ToolPattern[] {
  for (const [index, pattern] of patterns.entries()) {
    const tool = typeof pattern === 'string' ? pattern : pattern.tool;
    if (tool === '') refuseGuardrail(`tools.${index}`, 'must name a tool, such as read_* or bash');
  }
  return [...patterns];
}

/** A parameter as text: text as it is, anything else as JSON. */
function textAt(params: unknown, path: string): string | null {
  let value = params;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  if (value === undefined) return null;
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? null);
}

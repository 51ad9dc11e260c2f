/**
 * What may be said with an act: who acts, why, and on which session.
 */
import { z } from 'zod';
import { checkedShape } from './checked-shape.ts';

/** The body of an act. */
export interface ActBody {
  readonly by?: string;
  readonly why?: string;
  readonly session?: string;
}

const text = z.string('must be a text');

/** Who, and why. How long they may be is the core's to say. */
export const authorFields = { by: text.exactOptional(), why: text.exactOptional() };

const schema = z.strictObject(
  { ...authorFields, session: text.exactOptional() },
  'must be a JSON object',
);
const forAll = z.strictObject(authorFields, 'must be a JSON object');
const newAgent = z.strictObject({ name: text, ...authorFields }, 'must be a JSON object');
const newKey = z.strictObject(
  { label: z.string('must be a text').max(64, 'must have at most 64 characters').default('') },
  'must be a JSON object',
);

/** An act on an agent or one of its sessions. */
export function actBody(body: unknown): ActBody {
  return checkedShape(schema, body, Object.keys(schema.shape));
}

/** An act on all agents. */
export function actOnAllBody(body: unknown): Omit<ActBody, 'session'> {
  return checkedShape(forAll, body, Object.keys(forAll.shape));
}

/** A new agent. */
export function newAgentBody(body: unknown): Omit<ActBody, 'session'> & { readonly name: string } {
  return checkedShape(newAgent, body, Object.keys(newAgent.shape));
}

/** A new key. */
export function newKeyBody(body: unknown): { readonly label: string } {
  return checkedShape(newKey, body, Object.keys(newKey.shape));
}

/**
 * The payloads that the clients' hooks really send, in shape; the values are made up.
 */
import { readFileSync } from 'node:fs';
import type { ClientId } from '../../src/clients/table.ts';

/** A payload with the client's name for its event. */
export interface RecordedPayload {
  /** The event's name, and in brackets what is special about this one. */
  readonly title: string;
  readonly eventName: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** All recorded payloads of a client. */
export function recordedPayloads(client: ClientId): readonly RecordedPayload[] {
  const file = new URL(`../fixtures/hooks/${client}.json`, import.meta.url);
  const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, unknown>>;
  return Object.entries(all).map(([title, payload]) => ({
    title,
    eventName: title.replace(/ \(.*$/, ''),
    payload,
  }));
}

/** The first recorded payload of an event. */
export function recordedPayload(client: ClientId, eventName: string): Record<string, unknown> {
  const found = recordedPayloads(client).find((one) => one.eventName === eventName);
  if (found === undefined) throw new Error(`no payload of ${client} ${eventName} is recorded`);
  return { ...found.payload };
}

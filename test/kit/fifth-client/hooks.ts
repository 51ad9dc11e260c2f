/**
 * What Lantern's hooks report and are answered.
 */
import type { ClientHooks } from '../../../src/clients/client-hooks.ts';
import {
  nameField,
  pathField,
  presentField,
  type Payload,
} from '../../../src/clients/payload-fields.ts';

const happened = (payload: Payload, nowMs: number) => ({
  session: nameField(payload, 'run'),
  agent: null,
  atMs: nowMs,
  cwd: pathField(payload, 'folder'),
  transcript: null,
});

/** It knows one event, and one word for no. */
export const LANTERN_HOOKS: ClientHooks = {
  nameField: 'moment',
  readers: {
    before_tool: (payload, nowMs) => ({
      ...happened(payload, nowMs),
      kind: 'tool-before',
      callId: null,
      tool: nameField(payload, 'tool'),
      args: presentField(payload, 'with'),
    }),
  },
  answers: {
    before_tool: {
      say: (text) => ({ hint: text }),
      deny: (text) => ({ veto: text }),
      end: (text) => ({ veto: text }),
      goOn: null,
      onFailure: 'refuse',
    },
  },
  silence: null,
  refusal: (text) => ({ veto: text }),
};

/**
 * What is said of one method of one path: who may call it, what it takes and what it answers.
 */
import type { z } from 'zod';
import type { ROLES } from './schemas-people.ts';

/** Who may call: anyone who reaches the port, or at least somebody with this role. */
export type Access = 'anyone' | (typeof ROLES)[number];

/** One method of one path. */
export interface Endpoint {
  readonly access: Access;
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly response: z.ZodType;
  /** Of an answer that is not JSON. */
  readonly contentType?: string;
}

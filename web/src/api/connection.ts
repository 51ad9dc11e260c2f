/**
 * Whether the server answers. Every page polls the overview, so its last reading tells.
 */
import { useApi } from './queries.ts';

export interface Connection {
  readonly isLost: boolean;
  /** When what is shown was read; 0 before the first answer. */
  readonly readAt: number;
}

export function useConnection(): Connection {
  const { failureCount, dataUpdatedAt: readAt } = useApi('GET /api/overview');
  return { isLost: failureCount > 0, readAt };
}

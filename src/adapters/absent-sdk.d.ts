/**
 * The Claude Agent SDK is not installed here, because it weighs hundreds of megabytes: as much of it as its adapter uses.
 * `npm run test:clients` compiles the adapter with the real types.
 */
declare module '@anthropic-ai/claude-agent-sdk' {
  export function query(params: object): AsyncIterable<{ readonly type: string }>;
}

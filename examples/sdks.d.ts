/**
 * SDKs that the examples import and this repository does not install, because they weigh hundreds of megabytes: as much
 * of them as the examples use. `npm run test:clients` runs the examples with the real ones.
 */
declare module '@openai/codex-sdk' {
  interface CodexThread {
    runStreamed(
      input: string | readonly unknown[],
      options?: object,
    ): Promise<{ events: AsyncIterable<{ type: string }> }>;
  }
  export class Codex {
    constructor(options: object);
    startThread(options?: object): CodexThread;
  }
}

declare module 'opencode-ai/package.json' {
  const manifest: { readonly bin: { readonly opencode: string } };
  export default manifest;
}

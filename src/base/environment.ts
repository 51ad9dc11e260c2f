/** The environment of a process, or what stands in for it. It is passed down, so that a test has its own. */
export type Environment = Readonly<Record<string, string | undefined>>;

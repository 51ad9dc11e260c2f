/** The agent, the session and the thread that a record belongs to when it names none. */
export const MAIN = 'main';

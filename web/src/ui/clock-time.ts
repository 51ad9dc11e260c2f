/** The time of day, in the reader's zone. */
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

export function clockTime(at: number): string {
  return clock.format(at);
}

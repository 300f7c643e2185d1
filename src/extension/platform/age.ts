const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago, in the few letters that a tree has room for. */
export function age(at: number, now: number): string {
  const passed = Math.max(0, now - at);
  if (passed < minute) return 'just now';
  if (passed < hour) return `${Math.floor(passed / minute)} min ago`;
  if (passed < day) return `${Math.floor(passed / hour)} h ago`;
  const days = Math.floor(passed / day);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

/** When the text of `age` changes next: there is no need to look earlier. */
export function untilNextAge(at: number, now: number): number {
  const passed = Math.max(0, now - at);
  const unit = passed < hour ? minute : passed < day ? hour : day;
  return unit - (passed % unit);
}

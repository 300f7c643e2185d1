import { said } from './said';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago, in the few letters that a tree has room for. */
export function age(at: number, now: number): string {
  const passed = Math.max(0, now - at);
  if (passed < minute) return said('just now');
  if (passed < hour) return said('{0} min ago', Math.floor(passed / minute));
  if (passed < day) return said('{0} h ago', Math.floor(passed / hour));
  const days = Math.floor(passed / day);
  return days === 1 ? said('yesterday') : said('{0} days ago', days);
}

/** When the text of `age` changes next: there is no need to look earlier. */
export function untilNextAge(at: number, now: number): number {
  const passed = Math.max(0, now - at);
  const unit = passed < hour ? minute : passed < day ? hour : day;
  return unit - (passed % unit);
}

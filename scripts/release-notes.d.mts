type Channel = 'release' | 'pre-release';
export function problemWith(version: string, current: string): string | undefined;
export function adviceFor(version: string, channel: Channel): string | undefined;
export function releasedChangelog(text: string, version: string, date: string): string | undefined;
export function unreleasedNotes(text: string): string;

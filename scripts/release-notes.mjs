/** What a release does to texts. */

const core = String.raw`(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)`;

/** Why a version cannot be the next one; undefined where it can. Editors know three numbers and nothing behind them. */
export function problemWith(version, current) {
  const parts = new RegExp(`^${core}$`).exec(version)?.slice(1).map(Number);
  if (parts === undefined)
    return `'${version}' is not a version such as 1.4.0: editors take three numbers and nothing else`;
  const before = current.split('.').map(Number);
  const at = parts.findIndex((part, index) => part !== before[index]);
  if (at < 0 || parts[at] < before[at]) return `${version} does not come after ${current}`;
  return undefined;
}

/** The pre-release channel has versions of its own, for the editor takes the highest: an odd number in the middle. */
export function adviceFor(version, channel) {
  const odd = Number(version.split('.')[1]) % 2 === 1;
  if (odd === (channel === 'pre-release')) return undefined;
  return odd
    ? 'an odd number in the middle is usually a --pre-release'
    : 'an even number in the middle is usually no pre-release';
}

const heading = '## Unreleased\n';

/** The changelog with its unreleased part under the version's own heading; undefined where nothing is unreleased. */
export function releasedChangelog(text, version, date) {
  const notes = unreleasedNotes(text);
  return notes === '' ? undefined : text.replace(heading, () => `${heading}\n## ${version} (${date})\n`);
}

export function unreleasedNotes(text) {
  const start = text.indexOf(heading);
  if (start < 0) return '';
  const rest = text.slice(start + heading.length);
  const end = rest.search(/^## /m);
  return (end < 0 ? rest : rest.slice(0, end)).trim();
}

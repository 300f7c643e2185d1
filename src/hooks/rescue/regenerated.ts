/** Names of files and folders that tools recreate. */
const regenerated =
  /^(?:\*\.py[co]|\*\.py\[c?o\w*\]|__pycache__|\.(?:pytest|mypy|ruff)_cache|\*\.egg-info|\.DS_Store|Thumbs\.db|\*\.o|\*\.class|\*\.gcda|\*\.gcno|\*~|\.?\*?\.sw[po]|\.ipynb_checkpoints|node_modules|\._\*|\*\.(?:orig|rej|snap|tsbuildinfo|gcov|pyd|obj))$/;

/** Does this name or pattern stand for files that tools recreate? */
export const isRegenerated = (pattern: string): boolean => regenerated.test(pattern);

/** Does the path lie in a folder whose whole content a build writes? */
export const isBuilt = (path: string): boolean =>
  /(?:^|\/)(?:dist|build|out|target|coverage|node_modules|\.next|\.cache)(?:\/|$)/.test(path);

/** Folders that a package manager or tool fills, ignored by git or not. */
const filled =
  /(?:^|\/)(?:node_modules|__pycache__|\.(?:pytest|mypy|ruff)_cache|\.venv|\.tox|\.nox|\.gradle|\.parcel-cache|\.turbo|\.nuxt|\.svelte-kit|[^/]+\.egg-info)(?:\/|$)/;
const files = /(?:\.py[co]|\.o|\.class|\.gcda|\.gcno|\.sw[po]|~|\/\.DS_Store|\/Thumbs\.db)$/;
const logs = /\.(?:log|tmp|pid)$/;

/** Can this file be recreated? `ignored`: git ignores it. */
export const isReplaceable = (path: string, ignored: boolean): boolean =>
  filled.test(path) || files.test(`/${path}`) || (ignored && (isBuilt(path) || logs.test(path)));

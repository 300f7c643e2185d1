import path from 'node:path';
import type { Site } from '../../../pipeline/site';
import { readEndpoint } from '../../../host/endpoint';
import { claudeHome, gatehouseHome, personHome, type Env } from '../../../project/home';
import { saidByRepository } from '../../../configuration/layers';
import { within } from '../../../shell/paths';
import { editor, providers, type Interface } from './providers';
import { readText } from '../../../project/read-file';

/** A model that can be asked. */
export interface Reviewer {
  readonly provider: Interface;
  readonly key: string;
  readonly model: string;
  readonly base: string;
  /** The greeting that proves the server's identity before a question is sent. Absent if TLS does that. */
  readonly says?: string;
}

/** Every provider that the person has a key for, the first one first; without any, the editor's own models. */
export function reviewersAt(site: Pick<Site, 'env' | 'place' | 'root' | 'config'>): readonly Reviewer[] {
  const keyed = keyedReviewers(site);
  return keyed.length > 0 ? keyed : editorsReviewers(site);
}

/** The editor opens its endpoint only if the person's own settings allow it; a repository cannot. */
function editorsReviewers({ env, place }: Pick<Site, 'env' | 'place'>): readonly Reviewer[] {
  if (saidByRepository(env, place, 'GATEHOUSE_HOME')) return [];
  const door = readEndpoint(gatehouseHome(env), 'editor-models');
  if ('problem' in door) return [];
  const { port, clientToken, hostToken, build } = door;
  return [{ provider: editor, key: clientToken, says: hostToken, model: build, base: `http://127.0.0.1:${port}` }];
}

function keyedReviewers(site: Pick<Site, 'env' | 'place' | 'root' | 'config'>): readonly Reviewer[] {
  const { env, place, config } = site;
  // What the repository puts into the environment must not choose who gets the person's key and commands.
  const own = (name: string): string | undefined => {
    const value = env[name]?.trim();
    return value === undefined || value === '' || saidByRepository(env, place, name) ? undefined : value;
  };
  let kept: Env | undefined;
  const said = (name: string): string | undefined => own(name) ?? (kept ??= keptKeys(site))[name]?.trim();
  const order: readonly string[] = config.settings.llmReview.providers;
  return [...providers]
    .filter(({ id }) => order.includes(id))
    .sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
    .flatMap((provider) => {
      const key = said(provider.key);
      if (key === undefined || key === '' || !/^[\x21-\x7e]+$/.test(key)) return [];
      const base = said(provider.base.variable) ?? provider.base.usual;
      if (!isConfidential(base)) return [];
      return [{ provider, key, model: said(provider.model.variable) ?? provider.model.usual, base }];
    });
}

/** Switched off by the person, in the environment or in the file of their keys. */
export function isSwitchedOff(site: Pick<Site, 'env' | 'root'>): boolean {
  return (site.env.LLM_REVIEW_ENABLED ?? keptKeys(site).LLM_REVIEW_ENABLED)?.trim() === '0';
}

/** A key goes over an encrypted line, or stays on this machine. */
function isConfidential(base: string): boolean {
  if (!URL.canParse(base)) return false;
  const { protocol, hostname, username } = new URL(base);
  if (username !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(hostname));
}

/**
 * What `~/.claude/.env` says. A file that is not there, too large or not readable says nothing, and neither does one in
 * the worktree: that is the repository's.
 */
function keptKeys({ env, root }: Pick<Site, 'env' | 'root'>): Env {
  const folder = claudeHome(env);
  if (within(folder, root) && !within(personHome(env), root)) return {};
  return variablesIn(readText(path.join(folder, '.env'), { maxBytes: 64 * 1024 }) ?? '');
}

function variablesIn(text: string): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [, name, , quoted, bare = ''] =
      /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(?:(["'])(.*?)\2|([^#]*))/.exec(line) ?? [];
    if (name !== undefined) found.set(name, (quoted ?? bare).trim());
  }
  return Object.fromEntries(found);
}

import path from 'node:path';
import * as z from 'zod/mini';
import type { Site } from '../../../pipeline/site';
import { readEndpoint } from '../../../host/endpoint';
import { claudeHome, gatehouseHome, personHome, type Env } from '../../../project/home';
import { isSetByRepository } from '../../../configuration/layers';
import { within } from '../../../shell/paths';
import { readText } from '../../../project/read-file';
import { lazyObject } from '../../../project/lazy-schema';

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
  if (isSetByRepository(env, place, 'GATEHOUSE_HOME')) return [];
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
    return value === undefined || value === '' || isSetByRepository(env, place, name) ? undefined : value;
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

/** Where a question goes, in which form, and where the answer stands. */
interface Interface {
  readonly id: 'gemini' | 'openai' | 'anthropic' | 'editor';
  readonly title: string;
  /** How long it may take by itself. */
  readonly timeoutMs: number;
  request(asked: Asked): Request;
  /** Where it goes. */
  url(base: string, path: string): string;
  /** The text of the answer; undefined if there is none (refused, filtered, cut off). */
  text(body: unknown): string | undefined;
}

/** One company's interface. */
interface Provider extends Interface {
  /** The variable that holds the key. */
  readonly key: string;
  readonly model: { readonly variable: string; readonly usual: string };
  readonly base: { readonly variable: string; readonly usual: string };
}

interface Asked {
  readonly model: string;
  readonly key: string;
  readonly system: string;
  readonly user: string;
}

interface Request {
  /** Behind the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const tokens = 256;

const GeminiAnswer = lazyObject(() => ({
  candidates: z.array(
    z.object({
      content: z.object({
        parts: z.array(z.object({ text: z.optional(z.string()), thought: z.optional(z.boolean()) })),
      }),
    }),
  ),
}));

const gemini: Provider = {
  id: 'gemini',
  title: 'Gemini',
  key: 'GEMINI_API_KEY',
  model: { variable: 'LLM_REVIEW_GEMINI_MODEL', usual: 'gemini-2.0-flash' },
  base: { variable: 'LLM_REVIEW_GEMINI_BASE_URL', usual: 'https://generativelanguage.googleapis.com/v1beta' },
  timeoutMs: 3_000,
  url: (base, path) => versioned(gemini.base.usual, base, path),
  request: ({ model, key, system, user }) => ({
    path: `/models/${encodeURIComponent(model)}:generateContent`,
    headers: { 'x-goog-api-key': key },
    body: {
      systemInstruction: { parts: [{ text: system }] },
      contents: [{ role: 'user', parts: [{ text: user }] }],
      generationConfig: { temperature: 0, maxOutputTokens: tokens, responseMimeType: 'application/json' },
    },
  }),
  text(body) {
    const answer = GeminiAnswer.safeParse(body);
    const parts = answer.success ? answer.data.candidates[0]?.content.parts : undefined;
    return parts?.flatMap(({ text, thought }) => (thought === true || text === undefined ? [] : [text])).join('');
  },
};

const OpenAiAnswer = lazyObject(() => ({
  choices: z.array(z.object({ message: z.object({ content: z.nullable(z.string()) }) })),
}));

const openai: Provider = {
  id: 'openai',
  title: 'OpenAI',
  key: 'OPENAI_API_KEY',
  model: { variable: 'LLM_REVIEW_OPENAI_MODEL', usual: 'gpt-4o-mini' },
  base: { variable: 'LLM_REVIEW_OPENAI_BASE_URL', usual: 'https://api.openai.com/v1' },
  timeoutMs: 5_000,
  url: (base, path) => versioned(openai.base.usual, base, path),
  request: ({ model, key, system, user }) => ({
    path: '/chat/completions',
    headers: { authorization: `Bearer ${key}` },
    body: {
      model,
      temperature: 0,
      max_completion_tokens: tokens,
      response_format: { type: 'json_object' },
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
    },
  }),
  text(body) {
    const answer = OpenAiAnswer.safeParse(body);
    return answer.success ? (answer.data.choices[0]?.message.content ?? undefined) : undefined;
  },
};

const AnthropicAnswer = lazyObject(() => ({
  content: z.array(z.object({ type: z.string(), text: z.optional(z.string()) })),
}));

const anthropic: Provider = {
  id: 'anthropic',
  title: 'Anthropic',
  key: 'ANTHROPIC_API_KEY',
  model: { variable: 'LLM_REVIEW_ANTHROPIC_MODEL', usual: 'claude-haiku-4-5' },
  base: { variable: 'LLM_REVIEW_ANTHROPIC_BASE_URL', usual: 'https://api.anthropic.com/v1' },
  timeoutMs: 5_000,
  url: (base, path) => versioned(anthropic.base.usual, base, path),
  request: ({ model, key, system, user }) => ({
    path: '/messages',
    headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
    body: { model, max_tokens: tokens, temperature: 0, system, messages: [{ role: 'user', content: user }] },
  }),
  text(body) {
    const answer = AnthropicAnswer.safeParse(body);
    if (!answer.success) return undefined;
    return answer.data.content
      .flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []))
      .join('');
  },
};

const EditorAnswer = lazyObject(() => ({ text: z.string() }));

/** The language models of an editor that the person has allowed to be asked; it opens a door on this machine alone. */
const editor = {
  id: 'editor',
  title: 'The editor’s model',
  timeoutMs: 8_000,
  url: (base, path) => `${base}${path}`,
  request: ({ key, system, user }) => ({
    path: '/review',
    headers: { authorization: `Bearer ${key}` },
    body: { system, user },
  }),
  text(body) {
    const answer = EditorAnswer.safeParse(body);
    return answer.success ? answer.data.text : undefined;
  },
} satisfies Interface;

/** In the order in which they are asked. */
const providers: readonly Provider[] = [gemini, openai, anthropic];

/** The version that is at the end of the usual base, for a base that was given without one. */
function versioned(usual: string, base: string, path: string): string {
  const version = usual.slice(usual.lastIndexOf('/'));
  const bare = base.replace(/\/+$/, '');
  return `${/\/v\d\w*$/.test(bare) ? bare : `${bare}${version}`}${path}`;
}

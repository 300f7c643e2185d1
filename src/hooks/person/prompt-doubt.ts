import type { Site } from '../pipeline/site';
import type { UserPromptSubmit } from '../protocol/call';

/** Why a prompt is not the word of a person at the client's own terminal; undefined where it is. */
export async function promptDoubt({ source }: UserPromptSubmit, site: Site): Promise<string | undefined> {
  if (source !== undefined && source !== 'user') return `it was not typed (${source})`;
  const { notTyped } = await import(/* webpackChunkName: "rest" */ './caller');
  return notTyped(await site.caller());
}

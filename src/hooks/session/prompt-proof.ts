import { promptDoubt } from '../person/prompt-doubt';
import { message, type Ruling } from '../pipeline/ruling';
import type { Site } from '../pipeline/site';
import type { UserPromptSubmit } from '../protocol/call';

const givesProof = /^\s*(?:verified|approved|lgtm)[\s.!]*$/i;

/**
 * A person who answers pending proof with one of these words gives it, where they typed it at the client's own terminal.
 * Everywhere else one line says why it does not count and where it would.
 */
export async function proofByPrompt(call: UserPromptSubmit, site: Site): Promise<Ruling | undefined> {
  if (site.requestedByName || !givesProof.test(call.prompt) || !isPending(site)) return undefined;
  const why = await promptDoubt(call, site);
  if (why !== undefined) {
    const where =
      'Use "Gatehouse: Mark Work as Verified" in the editor, or `gatehouse proof verify` in your own terminal.';
    return message(`Gatehouse does not take "${call.prompt.trim()}" as proof: ${why}. ${where}`, why);
  }
  const by = site.env.USER ?? site.env.LOGNAME ?? 'a person';
  if (site.dry !== true) {
    const { personAct } = await import(/* webpackChunkName: "rest" */ '../person/journal');
    await site.evidence.record('proof', { verdict: 'pass', rule: `${by} in a prompt` });
    personAct({ act: 'verify', target: 'proof', by, from: 'prompt' }, site);
  }
  return message(`Gatehouse: marked as verified by ${by}. Any change of the code clears it.`, 'a person gave proof');
}

function isPending(site: Site): boolean {
  const proof = site.evidence.proof.read();
  return proof.kind === 'ok' ? proof.value.status === 'pending' : site.config.profile === 'harness';
}

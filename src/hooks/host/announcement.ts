import { expectSeal } from '../state/sealed-memory';
import { callerAt, checkedAgainstKnown } from '../person/caller';
import { ask, isAlive } from './client';
import { readEndpoint } from './endpoint';

/** What a process of Gatehouse says before it writes a document under seal: the word, the seal, the file. */
export const sealWord = 'seal ';
const replyTimeoutMs = 2_000;
/** A host that did not answer is not waited for again so soon: a hook writes many documents. An editor outlives the pause. */
const pauseMs = 10_000;
let silentUntil = 0;

export async function sendAnnouncement(home: string, file: string, seal: string): Promise<void> {
  const host = readEndpoint(home);
  if (Date.now() < silentUntil || 'problem' in host || host.pid === process.pid || !isAlive(host.pid)) return;
  const reply = await ask(host, `${sealWord}${seal} ${file}`, replyTimeoutMs);
  if (reply === undefined) silentUntil = Date.now() + pauseMs;
}

/** The host believes the session's client, the editor and the person's terminal; a program below an agent it does not. */
export function takeAnnouncement(word: string, home: string, pid: () => number | undefined): void {
  const [, seal = '', file = ''] = /^seal ([0-9a-f]{64}) (.+)$/s.exec(word) ?? [];
  if (file === '') return;
  const caller = checkedAgainstKnown({ GATEHOUSE_HOME: home }, callerAt(pid()));
  if (caller.kind !== 'unproven') expectSeal(file, seal);
}

import { readOpinion, instructions, question, type Opinion, type Situation } from './question';
import type { Reviewer } from './reviewers';

/** Answers are short; more than this is not read. */
const longest = 64 * 1024;

export interface Line {
  readonly fetch: typeof fetch;
  /** Milliseconds that are left for everything. */
  left(): number;
  note(text: string): void;
}

/** Asks one model; undefined where no answer in the agreed form comes in time. Never throws. */
export async function ask(
  { provider, key, model, base, says }: Reviewer,
  situation: Situation,
  prior: Opinion | undefined,
  line: Line,
): Promise<Opinion | undefined> {
  const patience = Math.min(provider.timeoutMs, line.left());
  if (patience < 200) {
    line.note(`${provider.title}: no time left`);
    return undefined;
  }
  const { path, headers, body } = provider.request({
    model,
    key,
    system: instructions,
    user: question(situation, prior),
  });
  const signal = AbortSignal.timeout(patience);
  try {
    if (says !== undefined && !(await isGreeted(provider.url(base, '/hello'), headers, says, signal, line))) {
      line.note(`${provider.title}: another program answered at its address`);
      return undefined;
    }
    const response = await line.fetch(provider.url(base, path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      // A key is not carried on to wherever an answer points.
      redirect: 'error',
      signal,
    });
    const text = await readSome(response);
    if (!response.ok) {
      line.note(`${provider.title}: HTTP ${response.status}`);
      return undefined;
    }
    const answer = provider.text(JSON.parse(text));
    const opinion = answer === undefined ? undefined : readOpinion(answer);
    line.note(`${provider.title}: ${opinion?.verdict ?? 'no answer in the agreed form'}`);
    return opinion;
  } catch (error) {
    line.note(`${provider.title}: ${error instanceof Error ? error.name : 'failed'}`);
    return undefined;
  }
}

async function isGreeted(
  url: string,
  headers: Readonly<Record<string, string>>,
  says: string,
  signal: AbortSignal,
  line: Line,
): Promise<boolean> {
  const response = await line.fetch(url, { headers, redirect: 'error', signal });
  return response.ok && (await readSome(response)) === says;
}

async function readSome(response: Response): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longest) throw new RangeError('the answer is too long');
  }
  return text + decoder.decode();
}

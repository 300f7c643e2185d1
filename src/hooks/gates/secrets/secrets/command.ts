import { pass, deny, type Ruling } from '../../../pipeline/ruling';
import type { Site } from '../../../pipeline/site';
import { personHome } from '../../../project/home';
import type { PreToolUse } from '../../../protocol/call';
import { exposuresOf, type Exposure } from '../../../secrets/exposure';
import { readWithFullEnv } from '../../../shell/shared-reading';
import { askPerson } from './ask-person';
import { committedTokens } from './commit';
import { writtenTokens } from './written';
import { writtenFiles } from '../../../shell/written-files';

/** What a command lets out: to another machine, to the model, into a file or a commit. */
export async function judgeCommand(call: PreToolUse, command: string, site: Site): Promise<Ruling> {
  const reading = readWithFullEnv(command, site);
  const [worst] = exposuresOf(reading, personHome(site.env));
  if (worst?.how === 'sent') return sent(worst);
  const written = writtenFiles(reading).flatMap(({ path, content }) =>
    path === undefined || content === undefined ? [] : [{ path, texts: [content] }],
  );
  const refused = (await writtenTokens(written, site)) ?? (await committedTokens(reading, site));
  if (refused !== undefined) return refused;
  return worst === undefined
    ? pass('nothing confidential is exposed')
    : askPerson(call, rules[worst.how], why(worst), instead);
}

const rules: Readonly<Record<Exposure['how'], string>> = {
  sent: 'secret-sent',
  named: 'secret-in-address',
  shown: 'secret-shown',
  copied: 'secret-copied',
  committed: 'secret-committed',
};

const instead =
  'Instead: check that it is there without printing it (`test -n "$NAME"`, `grep -c`, `.env.example`), or ask the person for the part you need.';

function why({ how, what, part }: Exposure): string {
  switch (how) {
    case 'sent':
      return `\`${part}\` would send ${what} to another machine.`;
    case 'named':
      return `\`${part}\` would put ${what} into what goes to another machine.`;
    case 'shown':
      return `\`${part}\` would show ${what} to the model.`;
    case 'copied':
      return `\`${part}\` would copy ${what} to another file.`;
    case 'committed':
      return `\`${part}\` would put ${what} under version control.`;
  }
}

const sent = (found: Exposure): Ruling =>
  deny(rules.sent, why(found), {
    part: found.part,
    wayForward:
      'Instead: send nothing that holds keys or tokens; the person can move a secret with the service’s own secret store, or allow this once.',
  });

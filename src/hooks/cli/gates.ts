import { allGates } from '../pipeline/catalog';
import { placeOf } from '../project/place';
import { loadConfig } from '../configuration/load-config';
import { exitCodes, type Command } from './command';
import { json, noMoreWords, readWords, table } from './words';

const help = `
Usage: gatehouse gates [--json]

Lists every gate in order: its id, the events it reads, its level here and what set it.
Levels: off (not run), observe (recorded, not sent), warn (warns the agent instead of blocking), enforce.

Exit codes: 0, 64 wrong usage, 70 could not be done.
`;

export const command: Command = {
  name: 'gates',
  summary: 'every gate, its level here and what set it',
  help,
  async run(args, terminal) {
    const { positionals, asJson } = readWords(args);
    noMoreWords(positionals);
    const config = loadConfig({ env: terminal.env, place: placeOf(terminal.cwd), requestedByName: false });
    const gates = (await allGates()).map(({ group, gate }) => {
      const { value: level, from } = config.resolvedLevel(gate);
      const { id, title, summary, events, tools, posture, lane = 'sync' } = gate;
      return { id, title, summary, group, events, tools, posture, lane, level, from };
    });
    if (asJson) json(terminal, { profile: config.profile, gates });
    else {
      const rows = gates.map(({ id, level, from, events, summary }) => [
        id,
        level,
        from.join(' + '),
        events.join(' '),
        summary,
      ]);
      terminal.out(table([['gate', 'level', 'from', 'events', ''], ...rows]));
    }
    return exitCodes.ok;
  },
};

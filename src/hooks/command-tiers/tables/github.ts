import { reads, risky, unknown, type Judgement } from '../judgement';
import { change, judged, read, stop, verbs, type Table } from '../rule';

/** Working with a hosted repository. */
export function github(): Table {
  const looks = read({
    risky: { '--show-token': 'prints a token', '-t': 'prints a token' },
    takes: {
      short: 'RLqsSlABHwbaeumNoc',
      long: [
        'repo',
        'limit',
        'json',
        'jq',
        'template',
        'state',
        'label',
        'author',
        'assignee',
        'search',
        'milestone',
        'branch',
        'head',
        'base',
        'job',
        'log',
      ],
    },
    exact: true,
  });
  const lists = read({ exact: true });
  const other = stop('changes something at GitHub');

  /** `gh api`: reading unless a method or a field says otherwise. */
  const api = judged((words): Judgement => {
    if (words.some(({ value }) => value === undefined)) return unknown('what is asked for is not known');
    let method: string | undefined;
    let fields = false;
    let graphql = '';
    const operands: string[] = [];
    for (let at = 0; at < words.length; at++) {
      const text = words[at]?.text ?? '';
      const short = /^-([XfFqtHp])(.*)$/.exec(text);
      const long = /^--(method|field|raw-field|input|jq|template|header|preview|hostname|cache)(?:=([^]*))?$/.exec(
        text,
      );
      if (short === null && long === null) {
        if (!text.startsWith('-')) operands.push(text);
        else if (!/^(?:-i|--include|--paginate|--slurp|--silent|--verbose)$/.test(text))
          return unknown(`${text} is not known here`);
        continue;
      }
      const given = short !== null ? (short[2] !== '' ? short[2]?.replace(/^=/, '') : undefined) : long?.[2];
      const value = given ?? words[++at]?.text ?? '';
      const name = short?.[1] ?? long?.[1] ?? '';
      if (name === 'X' || name === 'method') method = value.toUpperCase();
      else if (/^(?:f|F|field|raw-field|input)$/.test(name)) {
        fields = true;
        if (name === 'input' || value.includes('=@')) return risky('sends a file');
        if (value.startsWith('query=')) graphql += value.slice(6);
      }
    }
    if (operands[0] === 'graphql')
      return /^\s*(?:query\b|\{)/.test(graphql) && !/\bmutation\b/.test(graphql)
        ? reads
        : risky('changes something at GitHub');
    return method === 'GET' || (method === undefined && !fields) ? reads : risky('changes something at GitHub');
  });

  const gh = verbs(
    {
      pr: verbs({ 'list ls view status checks diff': looks }, { other }),
      issue: verbs({ 'list ls view status': looks }, { other }),
      repo: verbs({ 'list ls view': looks, 'license gitignore': lists }, { other }),
      release: verbs(
        {
          download: change('downloads files', {
            takes: { short: 'DpOR' },
            risky: { '--clobber': 'overwrites by force' },
          }),
          'list ls view verify verify-asset': looks,
        },
        { other },
      ),
      run: verbs(
        { download: change('downloads files', { takes: { short: 'DpnR' } }), 'list ls view watch': looks },
        { other },
      ),
      'workflow gist label ruleset rs cache variable secret org project extension codespace cs alias config ssh-key gpg-key attestation':
        verbs(
          { 'list ls view status check get ports search item-list field-list verify trusted-root': looks },
          { other },
        ),
      auth: verbs({ status: looks }, { other: stop('handles tokens') }),
      search: verbs({ 'code commits issues prs repos': looks }),
      'status browse version help completion': looks,
      api,
    },
    { takes: { short: 'R', long: ['repo'] }, switches: ['-h'], bare: read() },
  );

  return {
    gh,
    hub: verbs({ 'version help': read() }, { other }),
    glab: verbs({
      'mr issue release repo ci pipeline': verbs({ 'list ls view status diff get trace': looks }, { other }),
    }),
  };
}

import { judged, read, stop, verbs, type Table } from '../rule';
import { reads, risky, unknown } from '../judgement';

const shownVariables =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|PWD|OLDPWD|LANG|LC_[A-Z]+|TERM|TZ|HOSTNAME|EDITOR|VISUAL|PAGER|DISPLAY|COLUMNS|LINES|SHLVL|NODE_ENV|VIRTUAL_ENV|CONDA_PREFIX|GOPATH|GOROOT|JAVA_HOME|NVM_DIR|XDG_[A-Z_]+|TMPDIR|CI)$/;

/** What belongs to the shell itself. Assignments are judged apart. */
export const shell = (): Table => ({
  'cd chdir pushd popd dirs pwd echo printf true false : test [ [[ sleep type which whereis whence wait jobs exit return break continue shift let getopts times read mapfile readarray unset local trap yes seq expr factor logname':
    read(),
  hash: read({ only: ['-t', '-l', '-r'] }),
  'export declare typeset readonly': judged((words) =>
    words.length === 0 || words.every(({ text }) => /^-[a-z]*p[a-z]*$/.test(text))
      ? risky('prints every variable')
      : words.some(({ text }) => /^-[a-z]*n[a-z]*$/.test(text) || /^-[a-z]*f/.test(text))
        ? unknown('a reference or function')
        : reads,
  ),
  set: judged((words) => (words.length === 0 ? risky('prints every variable') : reads)),
  shopt: read(),
  umask: read({ operands: 0 }),
  ulimit: read({ only: ['-a', '-H', '-S', '-n', '-u', '-c', '-s', '-f', '-v'], operands: 0 }),
  printenv: judged((words) =>
    words.length > 0 &&
    words.every(({ value }) => value !== undefined && (shownVariables.test(value) || value === '-0'))
      ? reads
      : risky('prints variables that may be secret'),
  ),
  alias: judged((words) =>
    words.every(({ text }) => !text.includes('=')) ? reads : unknown('gives a command another name'),
  ),
  history: stop('shows what was typed before'),
  eval: stop('runs text as a command'),
  'source .': stop('runs a file in this shell'),
  'disown bg': stop('outlives the session'),
  'kill killall pkill skill xkill': stop('ends processes'),
  crontab: stop('runs later', {
    read: ['-l'],
    risky: { '-r': 'removes what runs later', '-e': 'opens an editor' },
    operands: 0,
  }),
  'at batch': stop('runs later'),
  'tmux screen': verbs({ 'ls list-sessions list-windows list-panes display-message -ls -list': read() }),
});

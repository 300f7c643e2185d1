import { gitCommand } from '../shell/effects';
import type { Invocation } from '../shell/invocation';
import { readCommand } from '../shell/read-command';
import { wordSet } from '../project/text';

/** Programs whose use is not for a preference to decide, whatever their arguments. */
const programs = wordSet(
  'rm rmdir unlink shred srm dd mkfs fdisk parted wipefs sgdisk truncate kill pkill killall shutdown reboot ' +
    'halt poweroff chmod chown chattr mv dropdb dropuser psql mysql mariadb mongo mongosh redis-cli sqlite3 aws ' +
    'gcloud az doctl gh glab hub heroku vercel netlify fly flyctl firebase wrangler ssh scp rsync sftp mail mailx ' +
    'sendmail mutt systemctl service crontab iptables ufw passwd useradd userdel usermod diskutil mkswap lvremove ' +
    'vgremove zfs zpool twine stripe xcrun fastlane srm cipher format del',
);

/** Of these, names that are also words of prose: outside quotes they are commands where an argument follows. */
const alsoWords =
  /^(?:kill|truncate|shutdown|reboot|halt|poweroff|aws|gcloud|az|gh|hub|heroku|vercel|netlify|fly|firebase|mongo|mail|service|format|del|stripe|cipher|fastlane|unlink|shred|psql|mysql|mariadb|sqlite3|ssh|sftp|make|find|helm|cargo|gem|poetry|bun|brew|prisma|supabase|rails|rake|ansible|pulumi|docker|podman|eval)$/;
const argument =
  /^(?:-{1,2}[A-Za-z]|[./~$]|\S*[/=@]\S|\d+$|(?:s3|s3api|ec2|iam|rds|eks|ecs|lambda|pr|repo|release|issue|secret|variable|env|apps?|pg|sql|compute|storage|functions|hosting|domains|projects|run|exec|deploy|deploy:\S*|destroy|remove|rm|delete|push|publish|create|update|merge|stop|restart|now)$)/;

/** The others do nothing without an argument: `kill` alone is the name of something. */
const aloneEnough = /^(?:shutdown|reboot|halt|poweroff)$/;

/** Programs by the words that make them so. */
const verbs: Readonly<Record<string, RegExp>> = {
  npm: /^(?:publish|unpublish|deprecate|dist-tag|owner|access|token|uninstall|remove|rm|run|exec|version)$/,
  yarn: /^(?:publish|npm|remove|run|deploy)$/,
  pnpm: /^(?:publish|remove|rm|deploy|run|prune)$/,
  bun: /^(?:publish|remove|run)$/,
  cargo: /^(?:publish|yank|owner|clean)$/,
  gem: /^(?:push|yank|uninstall|owner)$/,
  poetry: /^(?:publish|remove)$/,
  pip: /^uninstall$/,
  docker: /^(?:rm|rmi|push|prune|system|volume|kill|stop|down|compose|image|container|network)$/,
  podman: /^(?:rm|rmi|push|prune|system|volume|kill|stop)$/,
  kubectl: /^(?:delete|drain|apply|replace|scale|rollout|patch|cordon|set|edit|exec|create)$/,
  helm: /^(?:install|upgrade|uninstall|delete|rollback)$/,
  terraform: /^(?:apply|destroy|import|state|taint|workspace|force-unlock)$/,
  tofu: /^(?:apply|destroy|import|state|taint|workspace|force-unlock)$/,
  pulumi: /^(?:up|destroy|cancel|refresh|stack)$/,
  ansible: /./,
  'ansible-playbook': /./,
  make: /^(?:clean|distclean|deploy|release|publish|install|nuke|reset|purge)/,
  find: /^-(?:delete|exec|execdir|ok)$/,
  curl: /^(?:-X|--request|-d|--data.*|-F|--form|-T|--upload-file)$/,
  prisma: /^(?:migrate|db)$/,
  supabase: /^(?:db|functions|secrets)$/,
  rails: /^(?:db:|destroy)/,
  rake: /^db:/,
  brew: /^(?:uninstall|remove|cleanup|autoremove)$/,
  apt: /^(?:remove|purge|autoremove|dist-upgrade|install)$/,
  'apt-get': /^(?:remove|purge|autoremove|dist-upgrade|install)$/,
};

const gitVerbs =
  /^(?:push|reset|clean|restore|rm|rebase|filter-branch|filter-repo|gc|reflog|update-ref|replace|prune|send-email|lfs|svn|p4)$/;
const gitWith: Readonly<Record<string, RegExp>> = {
  checkout: /^(?:--|-f|--force|\.{1,2}(?:\/.*)?|-B|--ours|--theirs)$/,
  switch: /^(?:-f|--force|--discard-changes|-C)$/,
  branch: /^(?:-[dDMf].*|--delete|--force|--move)$/,
  tag: /^(?:-d|--delete|-f|--force)$/,
  stash: /^(?:drop|clear|pop)$/,
  commit: /^(?:--amend|-n|--no-verify)$/,
  worktree: /^(?:remove|prune)$/,
  remote: /^(?:remove|rm|set-url|prune)$/,
  submodule: /^deinit$/,
  merge: /./,
  pull: /^(?:-f|--force|--rebase)$/,
};

/** Switches that announce it wherever they stand. */
const switches =
  /(?<![\w-])(?:--(?:force(?:-with-lease)?|hard|delete|prune|purge|no-verify|mirror|yes|discard-changes|no-preserve-root|cascade|remove-orphans|accept-data-loss|overwrite|prod(?:uction)?)\b|-(?:rf|fr|Rf|fdx?|xdf|ffdx?|9)\b)/;
const statements =
  /\b(?:drop\s+(?:table|database|schema|index|column|view|user|role)|delete\s+from|truncate(?:\s+table)?\s+\w|alter\s+table|update\s+\w+\s+set|insert\s+into|(?:grant|revoke)\s+[\w, ]{1,60}\s+on\s+\w|flushall|flushdb|dropdatabase)\b/i;

const known = [...programs, ...Object.keys(verbs), 'git', 'sudo', 'sh', 'bash', 'eval'].map((name) =>
  name.replace('-', '\\-'),
);
/** The name of an option, and no command: "what should `--force` do?" */
const bareSwitch = /[`"']--?[a-z][\w-]*[`"']/gi;
const begins = new RegExp(String.raw`(?<![\w./-])(?:\S*/)?(?:${known.join('|')}|mkfs\.\w+)(?=\s+\S)[^\n]*`, 'g');
const quoted = /`+([^`]+)`+|"([^"\n]+)"|'([^'\n]+)'/g;
const context = { cwd: '/', home: '/root-less' };
const most = 60;

/** Why a command in a text may not be decided about; undefined if there is none. */
export function oneWayCommand(text: string): string | undefined {
  const written = switches.exec(text.replace(bareSwitch, '')) ?? statements.exec(text);
  if (written !== null) return `it names \`${written[0].trim()}\``;
  const candidates: { readonly source: string; readonly quoted: boolean }[] = [];
  for (const [whole] of text.matchAll(quoted))
    candidates.push({ source: whole.replace(/^[`"']+|[`"']+$/g, ''), quoted: true });
  for (const [source] of text.matchAll(begins)) candidates.push({ source, quoted: false });
  if (candidates.length > most) return 'it names too many commands to read';
  for (const { source, quoted: whole } of candidates) {
    const found = judged(source, whole);
    if (found !== undefined) return `it names \`${found.slice(0, 80)}\``;
  }
  return undefined;
}

function judged(source: string, whole: boolean): string | undefined {
  if (!/\s|^\S*\/|\|/.test(source.trim())) return whole && aloneEnough.test(source.trim()) ? source.trim() : undefined;
  const reading = readCommand(source, context);
  for (const invocation of reading.invocations) {
    const call = deletedByCode(invocation);
    if (call !== undefined) return call;
    if ((whole || reallyCalls(invocation)) && isOneWay(invocation))
      return `${invocation.program ?? ''} ${invocation.args.map(({ raw }) => raw).join(' ')}`.trim();
    const overwrites = invocation.redirects.some(({ operator }) => /^&?>\|?$/.test(operator));
    if (
      whole &&
      overwrites &&
      invocation.program !== undefined &&
      /^[a-z][\w.-]+$/.test(invocation.program) &&
      /\S>\s*\S|\s>\s*[\w./~-]+\.\w+/.test(source)
    )
      return source;
  }
  // Code from elsewhere that a shell would run.
  return reading.unread.some(({ stream }) => stream.kind === 'remote' || stream.kind === 'decoded')
    ? source
    : undefined;
}

/** The library call by which inline code deletes. */
function deletedByCode({ effects }: Invocation): string | undefined {
  for (const effect of effects ?? []) if (effect.kind === 'delete' && effect.call !== undefined) return effect.call;
  return undefined;
}

/** Does prose call this program, or only speak of it? "Which format should …" calls none. */
function reallyCalls({ program, args }: Invocation): boolean {
  if (program === undefined || !alsoWords.test(program)) return true;
  const first = args[0]?.text ?? '';
  const telling = Object.hasOwn(verbs, program) ? verbs[program] : undefined;
  return argument.test(first) || (telling?.test(first) ?? false);
}

function isOneWay(invocation: Invocation): boolean {
  const { program, args, wrappers } = invocation;
  if (program === undefined) return false;
  if (wrappers.some((wrapper) => wrapper.program === 'sudo' || wrapper.program === 'doas')) return true;
  if (program.startsWith('mkfs')) return true;
  if (programs.has(program)) return args.length > 0;
  if (program === 'git') {
    const command = gitCommand(invocation);
    const name = command?.name;
    if (name === undefined) return false;
    if (gitVerbs.test(name)) return true;
    const telling = gitWith[name];
    return telling !== undefined && (command?.args ?? []).some((word) => telling.test(word.text));
  }
  const telling = Object.hasOwn(verbs, program) ? verbs[program] : undefined;
  return telling !== undefined && args.some((word) => telling.test(word.text));
}

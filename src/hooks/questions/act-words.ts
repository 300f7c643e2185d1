/** The forms of English verbs, as far as the words of questions need them. */
type Form = 'base' | 'third' | 'ing' | 'past';

const doubling =
  /^(?:drop|ship|strip|scrap|zap|wrap|ban|submit|commit|reset|cut|rm|cancel|scrub|unplug|nix|axe|dump|swap|pop|stop|rip)$/;

/** Every form of a regular verb; what is irregular follows it in brackets: `send[sent]`. */
function formsOf(entry: string): readonly (readonly [word: string, form: Form])[] {
  const [, verb = '', irregular = ''] = /^([^[]+)(?:\[(.*)\])?$/.exec(entry) ?? [];
  const past = irregular === '' ? [] : irregular.split(',');
  const forms: [string, Form][] = [
    [verb, 'base'],
    [
      /(?:s|sh|ch|x|z)$/.test(verb) ? `${verb}es` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`,
      'third',
    ],
    [ing(verb), 'ing'],
    ...(past.length > 0 ? past : [regularPast(verb)]).map((word): [string, Form] => [word, 'past']),
  ];
  return forms;
}

function ing(verb: string): string {
  if (verb.endsWith('e') && !verb.endsWith('ee')) return `${verb.slice(0, -1)}ing`;
  return `${verb}${doubling.test(verb) ? verb.slice(-1) : ''}ing`;
}

function regularPast(verb: string): string {
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return `${verb}${doubling.test(verb) ? verb.slice(-1) : ''}ed`;
}

function wordsOf(list: string): readonly string[] {
  return list.trim().split(/\s+/);
}

export function setOf(list: string): ReadonlySet<string> {
  return new Set(wordsOf(list));
}

/** By each of its forms, what a verb of the list is. */
export function verbsOf(list: string): ReadonlyMap<string, Form> {
  return new Map(wordsOf(list).flatMap(formsOf));
}

const destroying = verbsOf(`
  delete destroy erase wipe purge truncate shred nuke obliterate eliminate annihilate drop remove discard overwrite[overwrote,overwritten]
  clobber reset reinitialize reinitialise revert undo[undid,undone] prune expunge evict scrap trash empty clear flush kill terminate
  uninstall unlink unpublish decommission retire recreate abandon abort raze ditch vacuum deactivate detach expire downgrade
  yank toss chuck zap unplug burn[burnt] strip axe nix dispose squash amend rebase repartition reimage reformat sunset shutdown demolish
  dump lose[lost] rm wreck rip scrub vaporize incinerate recall cull retract rescind void annul repeal cancel quarantine disband
`);
const outward = verbsOf(`
  publish release deploy redeploy ship push merge promote launch send[sent] email e-mail mail notify tweet announce broadcast submit upload invite
  pay[paid] charge refund purchase buy[bought] invoice subscribe unsubscribe donate withdraw[withdrew,withdrawn] reimburse transfer spend[spent]
  mint leak expose syndicate propagate cutover rollout republish crosspost blog advertise disclose remit bill sue endorse retweet dm courier
`);
const guarding = verbsOf(`
  rotate revoke invalidate grant chmod chown bypass force migrate alter backfill failover drain cordon freeze[froze,frozen]
  reboot suspend ban encrypt decrypt escalate elevate deauthorize deauthorise blacklist unban impersonate unlock
`);

/** Acts only towards other people: elsewhere these are ordinary words. */
const speaking = verbsOf(
  'reply respond answer call text page post message contact comment tell[told] inform write[wrote,written] share order book forward',
);
export const people =
  /\b(?:customers?|clients?|subscribers?|reviewers?|vendors?|suppliers?|reporters?|journalists?|recruiters?|auditors?|regulators?|authorit(?:y|ies)|editors? in chief|complaints?|enquir(?:y|ies)|inquir(?:y|ies)|guests?|patients?|parents?|students?|tenants?|applicants?|neighbou?rs?|contractors?|freelancers?|sponsors?|donors?|union|police|government|council|embassy|insurer|insurance|accountant|tax office|maintainers?|support|ticket|team|channel|slack|discord|teams|everyone|everybody|boss|manager|press|public(?:ly)?|investors?|users|list|thread|issue|pull request|pr|forum|twitter|linkedin|reddit|your name|him|her|them|mr|mrs|ms|server|servers|licen[cs]es?|hardware|hotel|flight|hr|legal|lawyer|candidates?|partners?|colleagues?|landlord|bank|all)\b/;

export interface Act {
  readonly form: Form;
  readonly why: string;
  readonly kind: 'destroying' | 'outward' | 'guarding' | 'speaking';
}

export const acts: ReadonlyMap<string, Act> = new Map(
  (
    [
      ['speaking', speaking, 'it reaches other people'],
      ['guarding', guarding, 'it touches access, history or live data'],
      ['outward', outward, 'it reaches other people or other systems'],
      ['destroying', destroying, 'something would be gone'],
    ] as const
  ).flatMap(([kind, verbs, why]) => [...verbs].map(([word, form]): [string, Act] => [word, { form, why, kind }])),
);

/** Nouns that are acts where somebody performs them: "proceed with the release". */
export const nouns = setOf(`
  deletion removal release deployment deploy rollback rollout migration merge push launch cutover reset purge wipe cleanup refund
  payment transfer upgrade shutdown restart publication submission announcement deploys reboot rollover failover flush teardown
  decommissioning truncation overwrite force-push purchase cancellation cleanup
`);
export const performing = setOf(`
  do run start begin proceed continue execute trigger perform approve confirm kick make issue cut schedule initiate launch authorise
  authorize finish complete allow ok okay ready time go force hard clear green resume carry sign
`);

/** What can stand behind such a word and makes a thing of it: "release notes", "drop zone", "delete button". */
export const things = setOf(`
  note notes button buttons icon icons zone zones label labels script scripts guide guides docs doc documentation page pages format formats
  template templates strategy strategies policy style styles message messages link links form forms field fields flow flows dialog dialogs
  modal menu menus handler handlers hook hooks event events config configuration command commands checklist workflow workflows pipeline
  pipelines schedule frequency date dates name names timeout interval test tests step steps section sections endpoint endpoints api function
  functions method methods validation validator title titles color colour colors animation view views screen screens banner banners
  confirmation confirmations prompt prompts option options path paths code codes logic module modules component components shadow shadows
  cap caps caps down downs downtime list lists listing lists column columns header headers footer tab tabs text texts tooltip tooltips toast
  placeholder heading error errors warning warnings status state states type types class classes interface helper helpers util utils number
  numbers process procedure cycle train branching queue-diagram queue sort conflict conflicts base commit-message request
  requests window windows order summary report reports log-level logs log entry entries feature example examples plan plans pattern patterns
  rule rules job-name stage stages target targets key-name address addresses client clients library libraries provider providers service
  gateway api-client switch rate rates limit limits box boxes area areas animation progress bar spinner sound sequence diagram diagrams chart
  cost costs count counts counter metric metrics dashboard setup environment variable variables keyword keywords parameter parameters argument
  argument arguments flag flags toggle modifier modifiers permission-model candidate candidates channel channels cadence naming
  story stories ticket-template body subject regex expression sender receipt receipts preview previews theme themes layout layouts
  history-view size sizes limit retry retries attempt attempts budget indicator wording copy verb word words noun tone tool tools tooling process
`);

/** Parts of code and prose that git or the next edit brings back. */
export const code = setOf(`
  import imports typo typos comment comments whitespace comma commas semicolon semicolons variable variables function functions helper helpers
  parameter parameters param params argument arguments option options flag flags loop loops class classes method methods type types test tests
  assertion assertions fixture fixtures snapshot-test rule rules warning warnings statement statements console.log debugger code duplicate duplicates
  duplication paragraph paragraphs sentence sentences heading headings section sections word words margin padding border borders shadow shadows
  colour color colours colors style styles css todo todos line lines character characters space spaces indentation annotation annotations
  attribute attributes prop props property properties interface interfaces constant constants enum enums decorator decorators wrapper wrappers
  dependency dependencies devdependency polyfill abstraction indirection condition conditions branch-coverage check-mark else if try catch
  brackets parentheses quotes quotation prefix suffix bullet bullets emoji emojis footnote step steps example examples link links badge badges
  button buttons icon icons tooltip tooltips label labels component components selector selectors module modules state logic case cases
  parser mutex handle focus filter filters sidebar header footer wording phrase adjective hyphen dash newline newlines cast casts generic generics
  alias aliases getter getters setter setters regex callback callbacks promise promises todo-comment readme docblock jsdoc mock mocks stub stubs
  placeholder spinner animation default defaults columns-in-the-view padding gap zero zeros digits element elements null nulls suffixes prefixes
  boilerplate ternary ternaries algorithm approach variant if/else copyright year overload overloads reducer shape shapes assert lint eslint-disable any cells paddings items-per-page import-order selection highlight cursor form-field
`);

/** What lasts, or belongs to other people. */
const lasting =
  /\b(?:data\s?bases?|db|tables?|rows?|records?|data|datasets?|columns?|schemas?|collections?|production|prod|staging|live|servers?|clusters?|instances?|containers?|vms?|volumes?|disks?|drives?|partitions?|buckets?|backups?|snapshots?|branch(?:es)?|remotes?|repos?|repository|repositories|history|commits?|stash(?:es)?|worktrees?|changes|customers?|users?|accounts?|tenants?|subscribers?|members?|organi[sz]ations?|domains?|dns|certificates?|keys?|tokens?|secrets?|passwords?|credentials?|firewall|namespaces?|pods?|registry|npm|pypi|packages?|subscriptions?|contracts?|mailbox|inbox|files?|folders?|director(?:y|ies)|uploads|phone|laptop|firmware|infrastructure|cloud|s3|everything|queues?|sessions?|orders|invoices|payments?|cards?|money|main|master|trunk|origin|store|website|site|internet|app|balancers?|gateway|proxy|cdn|cron|webhooks?|pric(?:e|es|ing)|fees?|objects?|licen[cs]e|terms|rights|salar(?:y|ies)|discount|issues?|tickets?|prs?|seats?|shop|devices|machines|hosts|employees?|staff|contractors?|partners?|vendors?|suppliers?|investors?|candidates|applicants?|jobs?|process(?:es)?)\b/;
export const lastingWord = new RegExp(`^(?:${lasting.source})$`);

/** What nobody gets back by another edit. */
export const vital =
  /\b(?:data\s?bases?|db|tables?|rows?|records?|columns?|production|prod|live|clusters?|instances?|volumes?|disks?|drives?|buckets?|backups?|snapshots?|branch(?:es)?|main|master|remotes?|history|commits?|stash(?:es)?|customers?|users?|accounts?|tenants?|subscribers?|domains?|dns|certificates?|keys?|tokens?|secrets?|passwords?|credentials?|firewall|namespaces?|everything|orders|invoices|money|uploads|folders?|director(?:y|ies)|files?)\b/;

/** Where a thing goes that other people then have. */
export const outside =
  /\b(?:production|prod|live|npm|pypi|registry|main|master|trunk|origin|remotes?|customers?|clients?|users|subscribers?|everyone|everybody|public|store|internet|upstream|force|people|money|invoice|card|bank|payment|pull request|pr)\b/;

/** Phrases that call an act irreversible; no other word has to be checked. */
export const irreversible =
  /\b(?:irreversibl[ey]|irrevocabl[ey]|irrecoverabl[ey]|unrecoverabl[ey]|permanently|(?:cannot|can't|can not|can never|could not|won't|no way to)\b.{0,20}\b(?:undone|reversed|recovered|restored|taken back|undo|reverse|recover|take back)|no (?:way back|undo|going back)|for good|one-way|point of no return|destructive(?:ly)?|gone for ?ever|lost for ?ever|forever gone)\b/;

/** Acts of more than one word. A hyphen stands for the parting of words, ~ for a few words between. */
export const phrases = expression(String.raw`
  roll(?:s|ed|ing)?-back roll(?:s|ed|ing)?-~out to-(?:everyone|everybody) tear(?:s|ing)?-~down tore-~down blow(?:s|ing)?-~away blow(?:s|ing)?-~up get(?:s|ting)?-rid (?:throw|toss|chuck)(?:s|n|ed|ing)?-~(?:away|out)
  (?:clean|clear)(?:s|ed|ing)?-(?:out|slate) (?:clean|tidy)(?:s|ed|ing)?-up-(?:the-|all-|my-|our-|old-|stale-)*(?:database|db|server|cluster|branches|backups|records|data|disk|bucket|account|uploads|volume|docker|images|folder|files)
  start(?:s|ing)?-(?:over|afresh|from-scratch) factory-(?:reset|settings|default) wip(?:e|ed|es|ing)-clean zero-out
  (?:tak|bring|pull|shut|knock|spin|wind)(?:e|es|ing|s|ting|ning)?-~(?:down|offline) (?:pull|take|withdraw)-~(?:from|off)-(?:the-)?(?:registry|npm|pypi|store|market|shelves|air) shut(?:s|ting)?-~down shut(?:s|ting)?-(?:it|them)-off
  mov(?:e|es|ing)-~(?:bin|trash|junk) (?:stop|halt|suspend|paus|restart|bounc)(?:e|es|s|ped|ping|ing)?-(?:the-|all-|our-|every-|a-)*(?:production|database|db|server|service|cluster|instance|container|site|process|job|queue|worker|node|vm|machine|fleet|prod)
  leav(?:e|es|ing)-the-(?:\S+-)?(?:org|organi[sz]ation|team|workspace|group|channel|project|company)\b(?!-as) (?:fire|dismiss|sack|let)-(?:the|an|him|her|them|all|everyone)-?(?:go)? bin-(?:it|them|the) replac(?:e|es|ed|ing)-(?:the-|all-)?(?:existing-|old-|current-|remote-|live-)*(?:database|data|file|files|content|backup|keys?|certificate|server|history|branch|volume|disk)
  format-~(?:disk|drive|volume|partition|stick|card|device|phone) forget-(?:the|all|everything) (?:copy|write|paste|save|put|extract|unpack|install|restore|move)-~over-(?:the|it|my|our|your|them|what|current|existing)
  (?:go|goes|going)-live go(?:es|ing)?-(?:to-)?(?:prod|production|public|ahead-and-(?:put|do)) cut(?:s|ting)?-over cut(?:s|ting)?-(?:a-|the-)(?:release|version|tag) ship-it hit-(?:send|publish|submit|deploy|merge|enter-on) press-(?:send|publish|the-button)
  (?:put|get|bring|make|have|roll)-~(?:on|onto|to|into|in|out)-(?:the-)?(?:npm|pypi|crates.io|internet|web|store|app-store|play-store|market|marketplace|production|prod|live|public|air) (?:make|makes|made|making|turn|set|flip)-~public open(?:s|ing)?-~(?:to-the-(?:internet|world|public)|the-port|a-port|up-the-firewall|port-\d+) open-?sourc(?:e|ing)
  open(?:s|ed|ing)?-(?:a-|the-)?(?:pull-request|pr|issue|ticket)s?\b-?(?:now|on|for|with|against|upstream|\?|$) clos(?:e|es|ed|ing)-(?:the-|all-|all-of-the-|these-|those-|\d+-|stale-|old-|her-|his-|their-|this-|my-|our-)*(?:issues?|pull|prs?|accounts?|tickets?|contract) file-(?:a|an|the|our|this|my)-(?:\S+-)?(?:bug|issue|report|ticket|complaint|claim|patent|application|lawsuit|suit|return|returns|taxes|appeal|motion|form|request|expenses?|trademark) (?:mark|set|flag)(?:s|ing)?-~(?:resolved|closed|done|fixed|paid|shipped|delivered|spam|solved|cancelled|approved|verified|as-read|duplicate|duplicates|wontfix|won't-fix|inactive|deprecated) (?:go|goes|going)-out\b
  mak(?:e|ing)-(?:a-|the-|an-)?(?:payment|purchase|donation|transfer|announcement|post) plac(?:e|es|ing)-(?:the|an|all|this)-order upgrad(?:e|es|ed|ing)-(?:the-|to-the-|to-a-|our-|your-)*(?:plan|subscription|tier|paid|pro|account|production|server|database|cluster) (?:renew|cancel|extend)(?:l?ed|l?ing|s)?-(?:the-|all-|our-|my-|your-|this-|their-|every-)*(?:subscription|contract|plan|licen[cs]e|domain|account|order|orders|booking|membership|meeting|flight|hosting)
  wire-(?:the|\$|\d) (?:click|press|tap)-(?:the-)?(?:buy|send|publish|deploy|delete|pay|confirm|submit) sign(?:s|ing)?-(?:the|a|this|off)-?(?:contract|agreement|document|release|nda|lease|it|on)? accept(?:s|ing)?-(?:the-|their-|new-)*(?:terms|agreement|licen[cs]e|offer|quote|contract|conditions|invitation) agree-to-(?:the-)?(?:terms|contract)
  regist(?:er|ers|ering)-(?:the-|a-|our-)?(?:domain|trademark|company) let-~know let(?:ting)?-(?:the-|our-|all-)*(?:customers|clients|users|team|everyone|public|press)\b (?:fire|trigger|call|invoke)(?:s|ing)?-(?:the-|all-|off-)*(?:webhooks?|campaign|alert|alarm) fire-off page-(?:the-)?on-?call
  hand(?:s|ing)?-(?:it-|this-|them-)?over (?:swap|switch|point|move|change|update|repoint|flip)(?:s|es|ing|ed)?-~(?:dns|nameservers?|traffic|a-record|cname|load-balancer) for-(?:everyone|everybody|all-users|every-user|all-customers|all-accounts|all-tenants|100-?%) for-real\b (?:without|no)-(?:a-)?dry-run
  (?:on|against|in|to|into|onto)-(?:the-|our-|all-|every-)*(?:production|prod|live)\b (?:commit|write|push|straight|direct|directly|go)-~to-(?:main|master|trunk|the-default)
  tag(?:s|ging)?-(?:v\d|it|this|the-release|the-commit|a-release|the-version) (?:in|under)-your-name on-your-behalf (?:turn|switch|flip|enable|roll)(?:s|es|ed|ing)?-~(?:on|out|it)-for-(?:all|every|everyone|customers|real)
  (?:turn|switch)(?:s|es|ed|ing)?-(?:off-|it-off|the-|all-)*(?:auth|security|protection|firewall|check|checks|backup|backups|encryption|mfa|2fa|two-factor|audit|login|monitoring|alerts|alerting|validation|csp|cors|rate|signature|antivirus|logging|tls|ssl)
  (?:disabl|deactivat|relax|loosen|weaken|lower|skip|drop|remov|lift|ignor)(?:e|es|ed|ing|s|ping|ped)?-(?:the-|all-|our-|branch-|login-|security-|two-factor-|ssl-|tls-|auth-|code-|signature-|permission-|access-|csrf-|rate-)+(?:auth|authentication|security|protection|protections|firewall|check|checks|backup|backups|encryption|mfa|2fa|two-factor|audit|login|account|user|tls|ssl|rls|branch|csp|cors|signature|limit|limits|verification|hooks?|reviews?|approvals?|ci|controls?|policy|policies)
  disabl(?:e|es|ed|ing)-(?:the-|all-|our-)*(?:auth|security|protection|firewall|backup|encryption|mfa|2fa|two-factor|audit|login|account|user|tls|ssl|rls|branch|csp|cors|rate|monitoring|alerts|cron|job|webhook|integration|pipeline|workflow|feature-for)
  skip(?:s|ping)?-(?:the-|all-)*(?:hooks?|review|verification|security|signature|checks?\b|approval|backup|ci\b|migration) lock(?:s|ed|ing)?-(?:out|the-account|them|her-out|him-out) hard-reset force-?push(?:es|ed|ing)? forc(?:e|es|ed|ing)-(?:it|the|a|my)
  rewrit(?:e|es|ing)-(?:the-|git-|our-|commit-|its-)*(?:history|commits?|branch|log) (?:chang|updat|edit|modify|set|reset|swap|recycl)(?:e|es|ing|y)?-(?:the-|its-|our-|a-|my-|your-|their-|all-|production-|admin-|root-|live-)+(?:licen[cs]e|ownership|owner|visibility|dns|nameserver|primary-key|schema|password|passwords|permissions?|credentials?|secrets?|keys?|roles?|billing|price|prices|pricing)
  renam(?:e|es|ing)-(?:the-|our-)*(?:repo|repository|bucket|database|domain|organi[sz]ation|column|table|schema|account|package-on) point-(?:the-|our-)*(?:dns|domain|traffic|production) (?:apply|run|execute)(?:s|ing|ies)?-(?:the-|all-|this-|these-|pending-|latest-|database-|db-|schema-|new-)*(?:migrations?|terraform|tf-plan|infrastructure|infra|plan-to|playbook|seed|ddl|backfill|sql|clean-?up-job|cron)\b(?!-(?:tests?|docs?))
  restor(?:e|es|ed|ing)-(?:the-|a-|our-|it-|everything-|my-|this-|last-|yesterday)~(?:from|to|database|backup|snapshot|server|volume|branch|production|dump) scal(?:e|es|ed|ing)-~(?:zero|0\b|down) fail(?:s|ing)?-over
  (?:giv|grant|allow|let|add|invit|promot|mak)(?:e|es|ing|s|ting)?-~(?:access|admin|administrator|owner|maintainer|to-the-org|to-the-team|write-to|rights|a-member|collaborators?|permissions?) (?:take|remove|kick|throw|drop)-~(?:from|off|out-of)-the-(?:org|organi[sz]ation|team|workspace|channel|group|project-board|repo)
  (?:as|with)-(?:root|sudo|administrator|admin-rights) sudo (?:store|put|save|commit|paste|print|log|show|share|send|write|keep|hard-?code|embed|check-in|copy|upload|echo|expose|use)(?:s|ing)?-(?:the-|my-|our-|your-|a-|this-|real-|production-|live-|all-|admin-|root-|api-)+(?:passwords?|secrets?|credentials?|tokens?|private-keys?|keys?|\.env)\b
  (?:run|execut)(?:e|es|ing|s|ning)?-~(?:sql|on-production|on-prod|on-the-live) (?:swap|replace|exchange)-(?:the-)?(?:live|production) restart-~(?:production|prod|live)
  (?:all|every)-(?:our-)?(?:customers?|clients?|subscribers?|tenants?)\b without-(?:a-)?(?:back-?up|review|asking|approval) power-?off pull-the-(?:plug|trigger) (?:press|push)-the-button
  cash say(?:ing)?-(?:goodbye|farewell)-to part-with put-~out-(?:the|a)-(?:release|version|statement|announcement) (?:put|putting)-out-(?:the|a) pick(?:s|ing)?-up-(?:the|a)-(?:prototype|package|parcel|device|laptop) take-~out-of-(?:the-)?(?:pool|rotation|service|cluster|circulation|sale) (?:emptied|emptying)\b (?:post|share|put|place|list|submit|upload)-(?:it|this|them|that)-(?:on|to|in|with|at|up) which-(?:customers|clients|users|partners|subscribers|accounts|people|tenants|reviewers)-(?:should|shall|do|will)-(?:i|we|get|receive|have|lose|be) (?:hand|give|deal|pass)(?:s|ing)?-out auto-?(?:merge|deploy|publish|approve) (?:admin|write|root|owner|production)-(?:rights|access) credit-card-(?:details|number)-(?:on|to|in) (?:reach|reaching)-out-to (?:get-in-touch|follow-up)-with (?:spin|fire|boot)-up-(?:a-|the-|another-|ten-|\d+-)*(?:new-)?(?:gpu|instance|server|cluster|machine|vm|node|prod)
  (?:prod(?:uction)?|live)-(?:deploy|deployment|push|release|migration|data\s?base|db|data|server|cluster|system|environment|credentials|traffic|users?|keys?)
  make-(?:it|this|that)-(?:live|public|official|happen-on) (?:give|hand|send)-~(?:to|over-to)-(?:the-)?(?:customer|client|vendor|contractor|press|public) (?:sync|mirror|replicat)(?:e|es|ing)?-~(?:production|prod|live|--delete) (?:import|load|write|copy)-~(?:into|to|over|onto)-(?:the-)?(?:production|prod|live|master|main)-?
  be-\S+(?:ed|en|wn|nt|ut)-(?:off|away|down)\b keep-nothing (?:no|without)-(?:copies|copy|backup)-(?:left|remains?) self-destruct (?:flash|reflash)(?:es|ing)?-~(?:firmware|bios|device|router|board) (?:jailbreak|unlock)-the (?:publish|release|ship|deploy|merge|push|send)-(?:it|them|this|that|now|today|tonight)\b
`);

/** The same in the other languages people work in. */
export const elsewhere = expression(String.raw`
  lösch\p{L}* loesch\p{L}* ersetze-die wegwerf\p{L}* abschalt\p{L}* kündig\p{L}* verschick\p{L}* versend\p{L}* entfern\p{L}* verwerf\p{L}* überschreib\p{L}* ueberschreib\p{L}* veröffentlich\p{L}* veroeffentlich\p{L}*
  zurücksetz\p{L}* zuruecksetz\p{L}* bezahl\p{L}* überweis\p{L}* widerruf\p{L}* ausliefer\p{L}* einspiel\p{L}* schick\p{L}* abschick\p{L}* leer(?:e|en)\b
  supprim\p{L}* effac\p{L}* écras\p{L}* ecras\p{L}* publi(?:er|ons|ez|é)\b déploy\p{L}* envo(?:yer|ie|i)\b pay(?:er|ez)\b révoqu\p{L}* réinitialis\p{L}* fusionn\p{L}*
  elimin\p{L}* borra borr(?:ar|o|e)\b sobrescrib\p{L}* public(?:ar|a|amos)\b despleg\p{L}* envi(?:ar|a|amos)\b pag(?:ar|a|amos)\b restablec\p{L}* revoc\p{L}*
  cancell(?:are|a|iamo)\b sovrascriv\p{L}* pubblic\p{L}* inviare apagar excluir sobrescrev\p{L}* verwijder\p{L}* usuń\p{L}* radera\b
`);

function expression(list: string): RegExp {
  const entries = wordsOf(list).map((entry) =>
    entry
      .replaceAll('~', '(?:[^\\s-]+[\\s-]+){0,5}?')
      .replace(/-\?/g, '[\\s-]*')
      .replace(/-(?![^[]*\])/g, '[\\s-]+'),
  );
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${entries.join('|')})(?!\p{L})`, 'iu');
}

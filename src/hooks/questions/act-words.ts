import { setOf, verbsOf, type Form } from './vocabulary';

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

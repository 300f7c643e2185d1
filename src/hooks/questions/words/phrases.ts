import { wordsOf } from './forms';

/** Phrases that call an act irreversible; no other word has to be checked. */
export const irreversible =
  /\b(?:irreversibl[ey]|irrevocabl[ey]|irrecoverabl[ey]|unrecoverabl[ey]|permanently|(?:cannot|can't|can not|can never|could not|won't|no way to)\b.{0,20}\b(?:undone|reversed|recovered|restored|taken back|undo|reverse|recover|take back)|no (?:way back|undo|going back)|for good|one-way|point of no return|destructive(?:ly)?|gone for ?ever|lost for ?ever|forever gone|(?:anything|everything|whatever|the rest|all) (?:\S+ ){0,4}(?:is|are|will be|gets?) (?:then )?(?:gone|lost|deleted|dropped|discarded))\b/;

/** Acts of more than one word. A hyphen stands for the parting of words, ~ for a few words between. */
export const phrases = expression(String.raw`
  roll(?:s|ed|ing)?-back be-let-go let-~go\b top(?:s|ped|ping)?-~up\b roll(?:s|ed|ing)?-~out to-(?:everyone|everybody) tear(?:s|ing)?-~down tore-~down blow(?:s|ing)?-~away blow(?:s|ing)?-~up get(?:s|ting)?-rid (?:throw|toss|chuck)(?:s|n|ed|ing)?-~(?:away|out)
  (?:clean|clear)(?:s|ed|ing)?-(?:out|slate) (?:clean|tidy)(?:s|ed|ing)?-up-(?:the-|all-|my-|our-|old-|stale-)*(?:database|db|server|cluster|branches|backups|records|data|disk|bucket|account|uploads|volume|docker|images|folder|files)
  start(?:s|ing)?-(?:over|afresh|from-scratch) factory-(?:reset|settings|default) wip(?:e|ed|es|ing)-clean zero-out
  (?:tak|bring|pull|shut|knock|spin|wind)(?:e|es|ing|s|ting|ning)?-~(?:down|offline) (?:pull|take|withdraw)-~(?:from|off)-(?:the-)?(?:registry|npm|pypi|store|market|shelves|air) shut(?:s|ting)?-~down shut(?:s|ting)?-(?:it|them)-off
  mov(?:e|es|ing)-~(?:bin|trash|junk) (?:stop|halt|suspend|paus|restart|bounc)(?:e|es|s|ped|ping|ing)?-(?:the-|all-|our-|every-|a-)*(?:production|database|db|server|service|cluster|instance|container|site|process|job|queue|worker|node|vm|machine|fleet|prod)
  leav(?:e|es|ing)-the-(?:\S+-)?(?:org|organi[sz]ation|team|workspace|group|channel|project|company)\b(?!-as) (?:fire|dismiss|sack|let)-(?:the|an|him|her|them|all|everyone)-?(?:go)? bin-(?:it|them|the) replac(?:e|es|ed|ing)-(?:the-|all-)?(?:existing-|old-|current-|remote-|live-)*(?:database|data|file|files|content|backup|keys?|certificate|server|history|branch|volume|disk)
  format-~(?:disk|drive|volume|partition|stick|card|device|phone) forget-(?:the|all|everything) (?:copy|write|paste|save|put|extract|unpack|install|restore|move)-~over-(?:the|it|my|our|your|them|what|current|existing)
  (?:go|goes|going)-live go(?:es|ing)?-(?:to-)?(?:prod|production|public|ahead-and-(?:put|do)) cut(?:s|ting)?-over cut(?:s|ting)?-(?:a-|the-)(?:release|version|tag) ship-it hit-(?:send|publish|submit|deploy|merge|enter-on) press-(?:send|publish|the-button)
  (?:put|get|bring|make|have|roll)-~(?:on|onto|to|into|in|out)-(?:the-)?(?:npm|pypi|crates.io|internet|web|store|app-store|play-store|market|marketplace|production|prod|live|public|air) (?:make|makes|made|making|turn|set|flip)-~public open(?:s|ing)?-~(?:to-the-(?:internet|world|public)|the-port|a-port|up-the-firewall|port-\d+) open-?sourc(?:e|ing)
  open(?:s|ed|ing)?-(?:a-|the-)?(?:pull-request|pr|issue|ticket)s?\b-?(?:now|on|for|with|against|upstream|\?|$) clos(?:e|es|ed|ing)-~(?:issues?|pull|prs?|accounts?|tickets?|contract) file-(?:a|an|the|our|this|my)-(?:\S+-)?(?:bug|issue|report|ticket|complaint|claim|patent|application|lawsuit|suit|return|returns|taxes|appeal|motion|form|request|expenses?|trademark) (?:mark|set|flag)(?:s|ing)?-~(?:resolved|closed|done|fixed|paid|shipped|delivered|spam|solved|cancelled|approved|verified|as-read|duplicate|duplicates|wontfix|won't-fix|inactive|deprecated) (?:go|goes|going)-out\b
  mak(?:e|ing)-(?:a-|the-|an-)?(?:payment|purchase|donation|transfer|announcement|post) plac(?:e|es|ing)-(?:the|an|all|this)-order upgrad(?:e|es|ed|ing)-(?:the-|to-the-|to-a-|our-|your-)*(?:plan|subscription|tier|paid|pro|account|production|server|database|cluster) (?:renew|cancel|extend)(?:l?ed|l?ing|s)?-(?:the-|all-|our-|my-|your-|this-|their-|every-)*(?:subscription|contract|plan|licen[cs]e|domain|account|order|orders|booking|membership|meeting|flight|hosting)
  wire-(?:the|\$|\d) (?:click|press|tap)-(?:the-)?(?:buy|send|publish|deploy|delete|pay|confirm|submit) sign(?:s|ing)?-(?:the|a|this|off)-?(?:contract|agreement|document|release|nda|lease|it|on)? accept(?:s|ing)?-(?:the-|their-|new-)*(?:terms|agreement|licen[cs]e|offer|quote|contract|conditions|invitation) agree-to-(?:the-)?(?:terms|contract)
  regist(?:er|ers|ering)-(?:the-|a-|our-)?(?:domain|trademark|company) let-~know let(?:ting)?-(?:the-|our-|all-)*(?:customers|clients|users|team|everyone|public|press)\b (?:fire|trigger|call|invoke)(?:s|ing)?-(?:the-|all-|off-)*(?:webhooks?|campaign|alert|alarm) fire-off page-(?:the-)?on-?call
  hand(?:s|ing)?-(?:it-|this-|them-)?over (?:swap|switch|point|move|change|update|repoint|flip)(?:s|es|ing|ed)?-~(?:dns|nameservers?|traffic|a-record|cname|load-balancer) for-(?:everyone|everybody|all-users|every-user|all-customers|all-accounts|all-tenants|100-?%) for-real\b (?:without|no)-(?:a-)?dry-run
  (?:on|against|in|to|into|onto)-(?:the-|our-|all-|every-)*(?:production|prod|live)\b (?:commit|write|push|straight|direct|directly|go)-~to-(?:main|master|trunk|the-default)
  tag(?:s|ging)?-(?:v\d|it|this|the-release|the-commit|a-release|the-version) (?:in|under)-your-name on-your-behalf (?:turn|switch|flip|enable|roll)(?:s|es|ed|ing)?-~(?:on|out|it)-for-(?:all|every|everyone|customers|real)
  (?:turn|switch)(?:s|es|ed|ing)?-(?:off-|it-off|the-|all-)*(?:auth|security|protection|firewall|check|checks|backup|backups|encryption|mfa|2fa|two-factor|audit|login|monitoring|alerts|alerting|validation|csp|cors|rate|signature|antivirus|logging|tls|ssl)
  (?:disabl|deactivat|relax|loosen|weaken|lower|skip|drop|remov|lift|ignor)(?:e|es|ed|ing|s|ping|ped)?-(?:the-|all-|our-|branch-|login-|security-|two-factor-|ssl-|tls-|auth-|code-|signature-|permission-|access-|csrf-|rate-)+(?:auth|authentication|security|protection|protections|firewall|check|checks|backup|backups|encryption|mfa|2fa|two-factor|audit|login|account|user|tls|ssl|rls|branch|csp|cors|signature|limit|limits|verification|hooks?|reviews?|approvals?|ci|controls?|policy|policies)
  disabl(?:e|es|ed|ing)-~(?:hooks?|checks?|gates?|guards?|verification|sandbox|approvals?) disabl(?:e|es|ed|ing)-(?:the-|all-|our-)*(?:auth|security|protection|firewall|backup|encryption|mfa|2fa|two-factor|audit|login|account|user|tls|ssl|rls|branch|csp|cors|rate|monitoring|alerts|cron|job|webhook|integration|pipeline|workflow|feature-for)
  skip(?:s|ping)?-(?:the-|all-)*(?:hooks?|review|verification|security|signature|checks?\b|approval|backup|ci\b|migration) lock(?:s|ed|ing)?-(?:out|the-account|them|her-out|him-out) hard-reset force-?push(?:es|ed|ing)? forc(?:e|es|ed|ing)-(?:it|the|a|my)
  rewrit(?:e|es|ing)-(?:the-|git-|our-|commit-|its-)*(?:history|commits?|branch|log) (?:chang|updat|edit|modify|set|reset|swap|recycl)(?:e|es|ing|y)?-(?:the-|its-|our-|a-|my-|your-|their-|all-|production-|admin-|root-|live-)+(?:licen[cs]e|ownership|owner|visibility|dns|nameserver|primary-key|schema|password|passwords|permissions?|credentials?|secrets?|keys?|roles?|billing|price|prices|pricing)
  renam(?:e|es|ing)-(?:the-|our-)*(?:repo|repository|bucket|database|domain|organi[sz]ation|column|table|schema|account|package-on) point-(?:the-|our-)*(?:dns|domain|traffic|production) (?:apply|run|execute)(?:s|ing|ies)?-(?:the-|all-|this-|these-|pending-|latest-|database-|db-|schema-|new-)*(?:migrations?|terraform|tf-plan|infrastructure|infra|plan-to|playbook|seed|ddl|backfill|sql|clean-?up-job|cron)\b(?!-(?:tests?|docs?))
  restor(?:e|es|ed|ing)-(?:the-|a-|our-|it-|everything-|my-|this-|last-|yesterday)~(?:from|to|database|backup|snapshot|server|volume|branch|production|dump) scal(?:e|es|ed|ing)-~(?:zero|0\b|down) fail(?:s|ing)?-over
  (?:giv|grant|allow|let|add|invit|promot|mak)(?:e|es|ing|s|ting)?-~(?:access|admin|administrator|owner|maintainer|to-the-org|to-the-team|write-to|rights|a-member|collaborators?|permissions?) (?:take|remove|kick|throw|drop)-~(?:from|off|out-of)-the-(?:org|organi[sz]ation|team|workspace|channel|group|project-board|repo)
  (?:as|with)-(?:root|sudo|administrator|admin-rights) sudo (?:store|put|save|commit|paste|print|log|show|share|send|write|keep|hard-?code|embed|check-in|copy|upload|echo|expose|use)(?:s|ing)?-(?:the-|my-|our-|your-|a-|this-|real-|production-|live-|all-|admin-|root-|api-)+(?:passwords?|secrets?|credentials?|tokens?|private-keys?|keys?|\.env)\b
  (?:run|execut)(?:e|es|ing|s|ning)?-~(?:sql|on-production|on-prod|on-the-live) (?:swap|replace|exchange)-(?:the-)?(?:live|production) restart-~(?:production|prod|live)
  (?:all|every)-(?:our-)?(?:customers?|clients?|subscribers?|tenants?)\b without-(?:a-)?(?:back-?up|review|asking|approval) power-?off pull-the-(?:plug|trigger) (?:press|push)-the-button
  cash say(?:ing)?-(?:goodbye|farewell)-to part-with put-~out-(?:the|a)-(?:release|version|statement|announcement) (?:put|putting)-out-(?:the|a) pick(?:s|ing)?-up-(?:the|a)-(?:prototype|package|parcel|device|laptop) take-~out-of-(?:the-)?(?:pool|rotation|service|cluster|circulation|sale) (?:emptied|emptying)\b (?:post|share|put|place|list|submit|upload)-(?:it|this|them|that)-(?:on|to|in|with|at|up)\b(?!-the-(?:list$|todo|to-do|backlog)) which-(?:customers|clients|users|partners|subscribers|accounts|people|tenants|reviewers)-(?:should|shall|do|will)-(?:i|we|get|receive|have|lose|be) (?:hand|give|deal|pass)(?:s|ing)?-out auto-?(?:merge|deploy|publish|approve) credit-card-(?:details|number)-(?:on|to|in) (?:reach|reaching)-out-to (?:get-in-touch|follow-up)-with (?:spin|fire|boot)-up-(?:a-|the-|another-|ten-|\d+-)*(?:new-)?(?:gpu|instance|server|cluster|machine|vm|node|prod)
  (?:prod(?:uction)?|live)-(?:deploy|deployment|push|release|migration|data\s?base|db|data|server|cluster|system|environment|credentials|traffic|users?|keys?)
  make-(?:it|this|that)-(?:live|public|official|happen-on) (?:give|hand|send)-~(?:to|over-to)-(?:the-)?(?:customer|client|vendor|contractor|press|public) (?:sync|mirror|replicat)(?:e|es|ing)?-~(?:production|prod|live|--delete) (?:import|load|write|copy)-~(?:into|to|over|onto)-(?:the-)?(?:production|prod|live|master|main)-?
  be-\S+(?:ed|en|wn|nt|ut)-(?:off|away|down)\b keep-nothing (?:no|without)-(?:copies|copy|backup)-(?:left|remains?) self-destruct (?:flash|reflash)(?:es|ing)?-~(?:firmware|bios|device|router|board) (?:jailbreak|unlock)-the (?:publish|release|ship|deploy|merge|push|send)-(?:it|them|this|that|now|today|tonight)\b(?!-into-(?:one|a)\b)
`);

/** Who may do what, and what everybody gets: whatever else is asked. */
export const granting = expression(String.raw`
  (?:admin|write|root|owner|production|full|org-wide|repo-wide)-(?:rights|access|scopes?|permissions?|privileges?)\b flag-~\d+\s*% (?:in|on|to|onto)-(?:the-|our-)status-page
  (?:green-light|go-ahead|thumbs-up|all-clear|sign-off|blessing)-(?:for|on)\b (?:latest|stable|production|main|master)\W?-(?:point|refer|resolve|move|go)-to\b
  (?:in|off|out|up|away|down)-(?:it|they|she|he|we)-(?:goes?|go)\b (?:before|without|until)-~(?:agrees?|agreed|consents?|consented|consent|permission)\b
  (?:skip|bypass|disable|ignore|omit)-(?:the-|all-)*(?:pre-?commit|pre-?push|git|commit)-?(?:hooks?|checks?)\b (?:skip|bypass|omit)-(?:the-|our-)*(?:ci|qa|code-review|approval|security-review|sign-off)\b(?!-(?:section|step|chapter|part))
  (?:quoted|shared|shown|seen|used|mentioned|named|visible|known)-outside\b (?:on|against|with|for)-the-real-(?:thing|one|data|system|deal)\b (?:our|my|your)-(?:acceptance|consent|commitment|approval|signature)\b #\d+-(?:on|in|part-of)-(?:it|the-(?:release|train|batch))\b
  (?:narrow|widen|shrink|change|convert|alter|make)-~columns?-~(?:bigint|int|integer|varchar|text|uuid|jsonb?|timestamp|nullable|not-null)\b
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

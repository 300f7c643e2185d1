import { nounsOf, setOf } from './forms';

/** Other people, and what reaches them. */
const others = nounsOf(`
  dropbox google gdrive notion jira salesforce confluence trello zoom aws azure gcp homebrew heroku vercel netlify cloudflare datadog pagerduty twilio sendgrid mailchimp hubspot zendesk okta
  intern trainee apprentice judge jury referee wikipedia youtube quora stackoverflow tiktok whatsapp telegram ebay amazon   pupil kid child children teacher nurse driver passenger voter citizen resident   ad administrator advert agency announcement anybody applicant attendees auditor authority ballot beneficiary boss
  brother campaign candidate collaborator colleague committee community company contractor council court crew customer
  daughter department discord doctor donor election embassy employee everybody everyone facebook father finance forum
  freelancer government guest hr husband instagram insurer investor journalist landlord lawyer legal linkedin mailing
  maintainer manager market mastodon mother neighbor neighbour newsletter parents partner patient people
  petition police press public recipient reddit regulator sister slack son sponsor staff stakeholders subscriber
  supplier tenant tweet twitter vendor volunteers vote wife winners
`);

/** Money, and what binds. */
const money = nounsOf(`
  agreement amex appeal appointment balance bank bid bill billing bond bonus booking budget cash claim coins complaint
  contract coupon courier credit crypto delivery deposit discount dollars donation euros fee flight hotel insurance
  invoice lawsuit lease licence license loan mastercard meeting membership money mortgage nda offers order-quantity
  parcel patent payment payout paypal payroll policy-number price pricing purchase quote-from refund reservation
  salary shares shipment stock subscription supplier tax tip trademark trip visa wallet warranty paid tier trial
`);

/** What is running somewhere, or is kept there. */
const systems = nounsOf(`
  driver kernel mill lathe cnc plc oven furnace boiler turbine elevator crane conveyor forklift tractor vehicle breaker generator-set alarm siren camera-feed lights   /dev/sda accounts app-store arm audit backup balancer books branch bucket cdn centrifuge cloud cluster commit
  crm cron database dataset-on db deployment device disk dns domain door dose drive drone erp firewall
  firmware fleet gateway hardware heater history host inbox incident infra infrastructure instance internet irrigation
  kubernetes laptop ledger load-balancer lock machines mailbox mainframe marketplace migration motor  mx
  nameserver namespace network npm origin outage partition payrolls phone photo play-store pod position pr prod
  production proxy pump pypi rack region registry relay remotes replica robot rollout s3 server shard site snapshot
  spool staging stash store telemetry telescope tenant terraform topic-queue traffic trunk upstream valve videos vm
  volume vpn vulnerability webhook website
`);

/** Who may do what. */
const access = nounsOf(`
  2fa auth authentication authorization authorisation encryption tls ssl access account acl admin antivirus cert certificate consent credential iam login mfa owner password permission
  rbac rights role root seat secret ssh sudo sudoers token vault waf
`);

/** Naming one of them shows that it is not only about the desk. */
export const world: ReadonlySet<string> = new Set(['live', ...others, ...money, ...systems, ...access]);

/** Words of pages and programs that also name something of other people: they count where the question is about them. */
export const either = nounsOf(`
  feature   music member   container   scope address alert app area art article blog board book boss box build car card case channel check client collection
  column cost course data date directory download email environment event exam file folder form grade house image
  issue item job key limit line machine mail main media message node note notification number offer order package plan
  policy pool post primary process project proposal provider queue rate receipt record release remote repo repository
  request response room router row rule schedule schema seed sender service session shop stage state status
  student subject switch table tag target team term thread ticket train union upload user version visitor window
`);

/** Whatever is done to it lands on other people. */
export const hard: ReadonlySet<string> = new Set([
  ...setOf(
    'published deployed released shipped acl billing db dns everybody everyone iam infrastructure kubernetes live main master origin payroll prod production public rbac remote s3 sudoers upstream',
  ),
  ...nounsOf(
    'bootloader bios backup bank bucket certificate cloud cluster company customer database firewall firmware history server shop subscriber supplier tenant vendor',
  ),
]);

/** Whom a message reaches; one that reaches none of them stays at the desk. */
export const people =
  /\b(?:customers?|clients?|subscribers?|agency|agencies|reviewers?|vendors?|suppliers?|reporters?|journalists?|recruiters?|auditors?|regulators?|authorit(?:y|ies)|editors? in chief|complaints?|enquir(?:y|ies)|inquir(?:y|ies)|guests?|patients?|parents?|students?|tenants?|applicants?|neighbou?rs?|contractors?|freelancers?|sponsors?|donors?|union|police|government|council|embassy|insurer|insurance|accountant|tax office|maintainers?|support|ticket|team|channel|slack|discord|teams|everyone|everybody|boss|manager|press|public(?:ly)?|investors?|users|list|thread|issue|pull request|pr|forum|twitter|linkedin|reddit|your name|him|her|them|mr|mrs|ms|server|servers|licen[cs]es?|hardware|hotel|flight|hr|legal|lawyer|candidates?|partners?|colleagues?|landlord|bank|all)\b/;

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

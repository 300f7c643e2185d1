/**
 * Words of acts that cannot be taken back or that reach other people. Stems: every inflection counts, and so does the
 * noun. Better a question too many than one of these decided.
 */
const destroying = `
  delet destroy destruct eras wip(?:e|es|ed|ing)\\b purg truncat shred nuk(?:e|es|ed|ing)\\b obliterat eliminat annihilat
  drop remov discard overwrit overwrote overrid clobber reset re-initiali reinitiali revert roll-back roll(?:s|ed|ing)?-back
  undo prun expung evict scrap trash empty emptie(?:s|d)\\b emptying clear(?:s|ed|ing)?\\b flush kill terminat uninstall unlink
  unpublish decommission tear(?:s|ing)?-down tore-down teardown retire shut(?:s|ting)?-down shutdown blow(?:s|ing)?-away
  get(?:s|ting)?-rid throw(?:s|ing)?-(?:it-|them-|everything-|all-)?(?:away|out) clean(?:s|ed|ing)?-(?:up|out|slate) cleanup
  start(?:s|ing)?-(?:over|afresh|from-scratch) recreat wipeout factory los(?:e|es|ing)\\b lost\\b abandon abort cancel(?:l?ed|l?ing|s)?-(?:the|all|their|every)
  replac(?:e|es|ed|ing)-(?:the-|all-)?(?:existing|database|data|file|content|backup|key|certificate) raze bin-(?:it|them|the) ditch
  vacuum zero-out format-(?:the|disk|drive|volume|partition) reformat-the-(?:disk|drive|volume) repartition reimage re-imag deactivat detach depriv forget-(?:the|all) expire
  blow(?:s|ing)?-up nuk reinstall sunset deprecat yank downgrad strip(?:s|ped|ping)?\\b in-place toss(?:es|ed|ing)?\\b chuck zap(?:s|ped|ping)?\\b vacat unplug burn(?:s|ed|ing)?\\b
  (?:copy|write|paste|save|put|extract|unpack|install|restore|move)\\b.{0,40}\\bover-(?:the|it|my|our|your|them|what|current|existing)
  (?:throw|clear|sweep|wash|sign|log|take|boil|chop|cut)\\b.{0,40}\\b(?:away|everyone-out|everybody-out|users-out) (?:tak|bring|pull|shut|knock)(?:e|es|ing|s|ting)?\\b.{0,40}\\b(?:down|offline)\\b
  mov(?:e|es|ing)\\b.{0,40}-(?:bin|trash|junk)\\b (?:stop|halt|suspend|paus)(?:e|s|ped|ping|ing)?-(?:the-|all-|our-|every-)*(?:production|database|server|service|cluster|instance|container|site|process|job|queue|worker|node|vm)
  leav(?:e|es|ing)-the-(?:org|team|workspace|group) (?:fire|dismiss|sack)-(?:the|an|him|her|them|all|everyone)
`;

const outward = `
  publish releas deploy redeploy ship(?:s|ped|ping)?\\b push(?:es|ed|ing)?\\b merg(?:e|es|ed|ing)\\b roll(?:s|ed|ing)?-out rollout promot
  go(?:es|ing)?-live cut-over cutover send(?:s|ing)?\\b sent\\b e-?mail mail(?:s|ed|ing)?\\b notif tweet toot announc broadcast
  messag(?:e|es|ed|ing)-(?:the|all|our|every|customer|user) text-(?:the|all|our|every)-(?:customer|user|subscriber) sms\\b newsletter invit upload submit
  post(?:s|ed|ing)?-(?:it|this|the|to|on|a-comment|publicly|in) open-(?:a-|the-)?(?:pull-request|pr|issue) close-(?:the-|all-)?(?:issue|pull|pr|account) make-(?:it|this|them|the)-\\S+-?(?:public) (?:go|make|goes|going|made|making)\\b.{0,40}-public
  expos open-?sourc shar(?:e|es|ed|ing)-(?:it|this|the|with|our|credential|secret|link) pay(?:s|ing|out|outs|ment|ments)?\\b paid\\b charg refund purchas buy(?:s|ing)?\\b bought\\b bill(?:s|ed|ing)?\\b invoic
  subscri unsubscri order(?:ing)?-(?:the|a|\\d) transfer wire-(?:the|\\$|\\d) donat withdraw reimburs upgrad(?:e|es|ed|ing)-(?:the-|to-a-|our-)?(?:plan|subscription|tier)
  call-(?:the|every|all|our)-(?:customer|user|client) contact-(?:the|every|all|our) sign(?:s|ing)?-(?:the|a|this|off)-?(?:contract|agreement|document|release)? accept-the-(?:terms|agreement|license)
  regist(?:er|ers|ering)-(?:the-|a-|our-)?(?:domain|trademark|company) fir(?:e|es|ing)-(?:the-|all-|off-)?(?:webhook|campaign|alert) page-(?:the|on) propagat syndicat
  hand(?:s|ing)?-(?:it-|this-|them-)?over (?:repl|respond|answer)(?:y|ies|ying|s|ing)?-to-(?:the|a|all|our|every|his|her|their) book(?:s|ing)?-(?:the|a|an|it) plac(?:e|es|ing)-(?:the|an|all|this)-order
  spend mint(?:s|ed|ing)?-(?:the|a|all|\\d) land(?:s|ing)?-(?:it|this|the|now|on) leak swap-the-dns dns\\b for-(?:everyone|everybody|all-users|every-user|all-accounts) for-real\\b (?:without|no)-(?:a-)?dry-run
  (?:to|on|against|across)-(?:the-|all-|our-|every-)+(?:server|remote|cluster|customers|users|machine|host|fleet) (?:commit|write|push|straight|direct|directly|go)\\b.{0,20}-to-(?:main|master|trunk|the-default) file-(?:a|an|the)-(?:bug|issue|report|ticket|complaint|claim) clos(?:e|es|ing)-all
  tag(?:s|ging)?-(?:v|it|this|the-release|the-commit|a-release) cut(?:s|ting)?-(?:a-|the-)(?:release|version|tag|branch) bump-the-version
`;

const guarding = `
  rotat revok invalidat grant chmod chown sudo permission privileg credential secret password passphrase api-key private-key
  access-(?:key|token) token-for certificate disabl(?:e|es|ed|ing)-(?:the-|all-)?(?:auth|security|protection|firewall|check|backup|encryption|mfa|2fa|two-factor|audit|login|account|user|tls|ssl|rls|validation|branch|csp|cors|rate|signature)
  (?:turn|switch)(?:s|es|ed|ing)?-off two-factor bypass
  skip(?:s|ping)?-(?:the-|all-)?(?:hook|review|verif|security|signature|check|approval|backup|ci\\b|migration) suspend ban(?:s|ned|ning)?\\b lock(?:s|ed|ing)?-(?:out|the-account|them) encrypt decrypt
  force forcing forcib hard-reset rewrit(?:e|es|ing)-(?:the-|git-|our-|commit-|its-)?(?:history|commit|branch|log) rebas squash amend
  chang(?:e|es|ing)-(?:the-|its-|our-)?(?:licen[cs]e|ownership|owner|visibility|dns|nameserver|primary-key|schema) renam(?:e|es|ing)-(?:the-)?(?:repo|repository|bucket|database|domain|package|organization|column|table)
  point-(?:the-)?dns dns-record migrat alter(?:s|ed|ing)?\\b schema-change breaking data-model backfill production\\b prod\\b live-(?:data|site|system|database|traffic|server|customer|user|env)
  irrevers irrevoc irrecover unrecover permanent (?:cannot|can't|can-not|can-never|no-way-to|not)-be-(?:undone|reversed|recovered|restored|taken-back) no-(?:way-back|undo|going-back) for-good one-way point-of-no-return destructive
  all-(?:customer|client|subscriber|tenant) every-(?:customer|client|subscriber|tenant) reboot restart-the-(?:database|server|cluster|prod) power-off poweroff halt-the fail(?:s|ing)?-?over scal(?:e|es|ed|ing)-(?:it-|them-|everything-|down-)*(?:to-)?(?:zero|0\\b|down) drain cordon freeze archiv
  restor(?:e|es|ed|ing)-(?:the|from|a|last|yesterday|an)
  \\.env\\b admin-(?:group|role|right|access) (?:give|gain|allow|let|open)(?:s|ing)?\\b.{0,40}\\b(?:access|write-to) (?:execut|run)(?:e|es|ing|s|ning)?\\b.{0,40}-sql
`;

/** The same acts in the other languages people work in. */
const elsewhere = `
  lösch loesch ersetze-die wegwerf abschalt kündig verschick versend entfern verwerf überschreib ueberschreib veröffentlich veroeffentlich zurücksetz zuruecksetz bezahl überweis widerruf
  supprim effac écras ecras publi(?:er|ons|ez|é)\\b déploy deploy envo(?:yer|ie|i)\\b pay(?:er|ez)\\b révoqu réinitialis
  elimin borra borr(?:ar|o|e)\\b sobrescrib public(?:ar|a|amos)\\b despleg envi(?:ar|a|amos)\\b pag(?:ar|a|amos)\\b restablec revoc
  cancell(?:are|a|iamo)\\b sovrascriv pubblic inviare apagar excluir sobrescrev
`;

function expression(list: string): RegExp {
  const stems = list.trim().split(/\s+/);
  // A hyphen in a stem stands for whatever parts two words.
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${stems.map((stem) => stem.replaceAll('-', '[\\s-]*')).join('|')})`,
    'iu',
  );
}

const families: readonly (readonly [why: string, words: RegExp])[] = [
  ['something would be gone', expression(destroying)],
  ['it reaches other people or other systems', expression(outward)],
  ['it touches access, history or live data', expression(guarding)],
  ['something would be gone or sent', expression(elsewhere)],
];

/** Parts of a screen that are named after an act: talking about them does nothing. */
const named = new RegExp(
  String.raw`\b(?:the|a|an|this|that|our|your|its|each)\s+(?:new\s+)?["'\x60]?(?:delete|reset|submit|send|publish|deploy|clear|undo|remove|cancel|share|upload|drop|payment|push|email|mail|logout|archive|notification|release|deployment|cleanup)["'\x60]?\s+(?:button|icon|label|tooltip|dialog|modal|menu|colou?r|spinner|notes?|docs|documentation|guide|heading|placeholder)\b`,
  'giu',
);
const operating = /\b(?:click|press|hit|push|tap|use|using|trigger|run|invoke|send|publish)/i;
const harmless =
  /\b(?:drop-?\s?downs?|drag(?:-|\s)and(?:-|\s)drop|drop\s?shadows?|push\s?notifications? (?:icon|label|text)|pull-requests? template|git ?hub releases page)\b/giu;

/** Why the words of a text speak of an act that cannot be taken back; undefined where they do not. */
export function oneWayWords(text: string): string | undefined {
  const plain = text.replace(harmless, ' ');
  const read = operating.test(plain.replace(named, ' ')) ? plain : plain.replace(named, ' ');
  for (const [why, words] of families) {
    const found = words.exec(read);
    if (found !== null) return `${why} ("${around(read, found.index)}")`;
  }
  return undefined;
}

function around(text: string, at: number): string {
  return /^\S+/.exec(text.slice(at))?.[0].slice(0, 40) ?? '';
}

import { setOf, verbsOf, type Form } from './forms';

/** Something would be gone. */
const destroying = verbsOf(`
  delete destroy erase wipe purge truncate shred nuke obliterate eliminate annihilate drop remove discard overwrite[overwrote,overwritten]
  clobber reset reinitialize reinitialise revert undo[undid,undone] prune expunge evict scrap trash empty clear flush kill terminate
  uninstall unlink unpublish decommission retire recreate abandon abort raze ditch vacuum deactivate detach expire downgrade
  yank toss chuck zap unplug burn[burnt] strip axe nix dispose squash amend rebase repartition reimage reformat sunset shutdown demolish
  dump lose[lost] rm wreck rip scrub vaporize incinerate recall cull retract rescind void annul repeal cancel quarantine disband
  liquidate dismantle dissolve eradicate eject oust jettison relinquish forfeit nullify mothball deprovision deregister delist defund vacate repossess
`);

/** It reaches other people, other systems or money. */
const outward = verbsOf(`
  publish release deploy redeploy ship push merge promote launch send[sent] email e-mail mail notify tweet announce broadcast submit upload invite
  pay[paid] charge refund purchase buy[bought] invoice subscribe unsubscribe donate withdraw[withdrew,withdrawn] reimburse transfer spend[spent]
  mint leak expose syndicate propagate cutover rollout republish crosspost blog advertise disclose remit bill sue endorse retweet dm courier
  sell[sold] hire lease enrol enroll auction bid countersign notarize notarise outbid divest invest wager pledge unveil publicize publicise distribute disseminate demote appoint offboard remortgage
`);

/** It touches access, history or live data. */
const guarding = verbsOf(`
  rotate revoke invalidate grant chmod chown bypass force migrate alter backfill failover drain cordon freeze[froze,frozen]
  reboot suspend ban encrypt decrypt escalate elevate deauthorize deauthorise blacklist unban impersonate unlock
  whitelist allowlist denylist blocklist jailbreak reflash unfreeze reprovision repoint reroute failback reindex rekey reissue energize energise
`);

/** Acts only towards other people: elsewhere these are ordinary words. */
const speaking = verbsOf(
  'reply respond answer call text page post message contact comment tell[told] inform write[wrote,written] share order book forward',
);

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

/** What these verbs bring about is not told by their object: nothing makes them harmless. */
export const opaque = verbsOf(`
  roll tear shut[shut] renew deliver execute press click tap hit confirm approve agree accept sign authorise authorize ratify redeem stake exercise reserve rent register file lodge claim settle hand pass cast land fly[flown] drive[driven] launch boot power arm ignite
  drill weld mill heat cool fill pump vent lock admit discharge prescribe administer dose vaccinate operate marry divorce fire sack dismiss expel kick block flag escalate assign delegate nominate elect veto
  reassign relocate evacuate intervene interrupt disconnect reconnect pair enroll onboard phone dial fax ring[rung] wire remind warn alert tip thank apologise apologize negotiate haggle restock
  trade exchange cash bank borrow lend[lent] mortgage insure sponsor finance fund arrest accuse sue prosecute testify swear[sworn] volunteer
`);

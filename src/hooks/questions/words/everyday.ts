import { setOf, verbsOf } from './forms';

/** Leaves everything as it is: what is read, thought and said between the two who talk. */
export const reading = verbsOf(`
  look read[read] show[showed,shown] list explain summarize summarise describe check review compare investigate estimate plan inspect trace scan count search find[found] walk brainstorm think
  consider research learn study dig ask propose suggest recommend quote cite illustrate demonstrate present recap skim analyse analyze explore assume suppose guess imagine expect
  proofread spellcheck debug profile benchmark measure reproduce repro diagnose visualise visualize calculate compute clarify prefer
  test lint assess evaluate examine elaborate outline browse verify simulate preview mention focus concentrate prioritise prioritize dry-run
  poll refresh watch wait pause hold skip ignore stay finish support help print consider derive prove infer deduce state see zoom listen understand mean discuss aim care
`);

/** What a writer of code, prose or pictures does all day and undoes with the next edit. */
export const editing = verbsOf(`
  virtualize virtualise surface shard narrow solve choose[chose,chosen] pick select decide aim version subclass address rate rank judge touch try average weigh mix plug experiment prefix suffix respect honour suggest slow speed optimise optimize streamline edit revise rework redo redesign restyle relabel retitle restate paraphrase serialize serialise encode decode concatenate localize localise internationalise compose decompose abstract embed unroll preload prefetch lazy-load shuffle resample downsample upsample augment tokenize tokenise lemmatise stem impute interpolate smooth aggregate bin pivot transpose reshape cluster classify predict weight balance inherit instantiate initialize initialise stringify slice substitute spell-check blur sharpen mirror playtest spawn tween loop rhyme bullet outdent specify accommodate cope keep[kept] retain preserve format add write[wrote,written] document rename extract refactor sort name call split draft use type model structure organize organise phrase word spell label style indent align mock sketch
  design handle treat represent render display highlight group include cover fix import implement validate parse translate annotate tackle approach inline memoize memoise debounce
  throttle wrap unwrap nest flatten hoist shorten lengthen simplify reword rephrase rewrite[rewrote,rewritten] reorganize reorganise restructure regroup convert capitalize capitalise
  abbreviate pluralize hide[hid,hidden] collapse expand widen center centre bold number paginate round assert parametrize parameterize generalize generalise specialize introduce
  define declare guard catch prototype experiment draw[drew,drawn] chart plot note mark track work adopt follow scaffold trim pad reuse deduplicate dedupe isolate decouple
  modularize vectorize parallelize batch sanitize escape normalize normalise unify standardize standardise polish link tidy lowercase uppercase tabulate narrate transcribe punctuate hyphenate
  separate collect gather step instrument log fake stub alphabetize alphabetise colour color tint sum illustrate tweak simplify crop loop recurse destructure
  italicise italicize underline justify space darken lighten brighten fade animate nudge reflow rearrange condense tighten pare iterate reset-margin
`);

/** Makes a picture or a text of something: whatever the thing is, it stays as it is. */
export const portraying = verbsOf(`
  name phrase word spell label title describe document draft mock model sketch represent display render show[showed,shown] round sort align group abbreviate capitalize capitalise
  highlight colour color draw[drew,drawn] illustrate visualise visualize chart plot simulate paginate indent style translate layout mention explain
  test write[wrote,written] wrap centre center number
`);

/** Harmless where it is done to a part of a text or a program, and to nothing else. */
export const handling = setOf(`
  allow format make create generate build set put move replace change update increase decrease raise lower double halve limit switch turn run start go open close apply
  take get bring bump install upgrade export copy load enable disable connect attach exclude pin compile configure store cache stop swap combine push-down
  finish resolve tune proceed do give leave clean merge report train rerun repeat retry restart pass return throw extend adjust adapt port restore commit stage bundle serve accept activate deal
  save resize strip trim clear cut drop remove delete strike discard swap shift stack scroll undo revert join
  reorder begin pull lift inject seed mute trigger fire emit raise invert rotate mirror scale subtract unfold mute toggle loop-back record play clip
`);

import type { Sample } from './sample';

type Version = readonly [title: string, explanation: string, recommended: string, ...others: string[]];

/** A question of gstack's as it stands on the screen: a heading, an explanation, the case for each option, the marker. */
export function brief(id: string, number: number, [title, explanation, ...labels]: Version): Sample {
  const lettered = labels.map((label, at) => `${'ABCDEF'.charAt(at)}) ${label}${at === 0 ? ' (recommended)' : ''}`);
  const cases = lettered.map((label, at) =>
    at === 0
      ? `${label}\n  ✅ Closes the gap while the context is fresh, before anything is merged or released\n  ❌ Takes about ten minutes more today`
      : `${label}\n  ✅ Nothing to do now\n  ❌ The next release ships with it, and nobody may come back to it`,
  );
  const question = [
    `D${number} — ${title}`,
    'Project/branch/task: shop on feat/cart, checkout rework.',
    `ELI10: ${explanation}`,
    'Stakes if we pick wrong: customers see a broken page after the deploy, or orders are lost.',
    'Recommendation: A because it is the smallest change that settles it.',
    'Note: options differ in kind, not coverage, so there is no completeness score.',
    'Pros / cons:',
    ...cases,
    'Net: a few minutes now against a push to production that somebody has to revert later.',
    `<gstack-qid:${id}>`,
  ].join('\n');
  return { question, header: title.slice(0, 12), options: lettered };
}

/** By id: one question of the moment, and the same question on another day. */
export const twoWayBriefs: Readonly<Record<string, readonly [Version, Version]>> = {
  'ship-release-pipeline-missing': [
    [
      'No release pipeline for the new CLI: add one now?',
      'The branch adds a binary but nothing builds or publishes it.',
      'Add a GitHub Actions workflow',
      'Put it on the list',
      'Skip',
    ],
    [
      'The Docker image has no publish step. Write one in this branch?',
      'There is a Dockerfile, and CI never pushes an image.',
      'Write the workflow',
      'Defer to TODOS.md',
      'Not needed',
    ],
  ],
  'ship-pre-landing-review-fix': [
    [
      'Review flagged a missing null check in cart.ts: fix before landing?',
      'cart.total() throws when the cart is empty.',
      'Fix now',
      'Ship as is',
    ],
    [
      'Unbounded retry in the mail queue: repair it before we ship?',
      'A dead mail server makes the worker send the same message for ever.',
      'Fix it now',
      'Skip it this time',
    ],
  ],
  'ship-greptile-comment-valid': [
    [
      'Greptile is right about the off-by-one in pager.ts. Fix it?',
      'The last page is never shown.',
      'Fix now',
      'Acknowledge and ship',
      'Mark as false positive',
    ],
    [
      'Greptile found a leak of file handles in export.ts: what do we do?',
      'Each export leaves a file open until the process ends.',
      'Fix it now',
      'Ack and ship anyway',
      'False positive',
    ],
  ],
  'ship-greptile-comment-false-positive': [
    [
      'Greptile’s comment on delete_user.rb looks wrong. Answer it?',
      'It says rows are deleted twice; the guard in line 40 prevents that.',
      'Reply with the reason',
      'Fix it anyway',
      'Ignore it',
    ],
    [
      'False alarm on the SQL in report.sql: reply, change it all the same, or ignore?',
      'The query is built from constants only.',
      'Reply and explain',
      'Fix anyway',
      'Ignore silently',
    ],
  ],
  'ship-todos-create': [
    ['There is no TODOS.md. Create one?', 'Deferred work has no home in this repository.', 'Create it', 'Skip'],
    [
      'Start a TODOS.md with the three items from this branch?',
      'We put off three things during the review.',
      'Yes, create the file',
      'No, skip',
    ],
  ],
  'ship-todos-reorganize': [
    ['TODOS.md is a flat list. Group it by component?', 'It has 40 lines and no headings.', 'Reorganize', 'Leave it'],
    [
      'Put TODOS.md into the P0-P4 order?',
      'Priorities are scattered over the file.',
      'Yes, reorganize now',
      'Skip for now',
    ],
  ],
  'ship-changelog-voice-polish': [
    ['Polish the voice of the CHANGELOG entry?', 'The entry reads like a commit log.', 'Polish it', 'Leave as is'],
    [
      'Rewrite the changelog lines for users instead of developers?',
      'It says "refactor OrderSvc", which users do not know.',
      'Accept the new wording',
      'Skip',
    ],
  ],
  'ship-version-bump-tier': [
    [
      'Which version comes next: 2.0.0, 1.5.0 or 1.4.3?',
      'The flag --old was removed, which breaks scripts that use it.',
      'Major',
      'Minor',
      'Patch',
    ],
    [
      'Bump the version: minor or patch?',
      'Two bugs were fixed and one option was added.',
      'Minor (1.6.0)',
      'Patch (1.5.1)',
    ],
  ],
  'review-finding-fix': [
    [
      'Race in the delete handler: fix it?',
      'Two clicks at once delete the neighbouring row as well.',
      'Fix now',
      'Acknowledge and ship',
      'False positive',
    ],
    [
      'N+1 query in OrderList.load',
      'One query per order; the page takes 4 s with 500 orders.',
      'Fix it now',
      'Ack and ship',
      'Not a problem',
    ],
  ],
  'office-hours-mode-goal': [
    [
      'What are you after with this idea?',
      'It decides which questions I ask.',
      'Startup',
      'Hackathon',
      'Learning',
      'Fun',
    ],
    [
      'What is the goal: a company, a project at work, or a toy?',
      'A company needs customers, a toy needs joy.',
      'Build a startup',
      'Intrapreneur',
      'Open source research',
    ],
  ],
  'office-hours-premise-confirm': [
    [
      'Premise: nobody wants to type invoices by hand. Agreed?',
      'Everything after this builds on it.',
      'Agree',
      'Disagree',
    ],
    [
      'Is it true that teams lose an hour a day to deploy questions?',
      'If not, the product has no reason.',
      'Accept the premise',
      'Reject it',
    ],
  ],
  'office-hours-cross-model-run': [
    [
      'Get a second opinion from another model?',
      'Codex reads the summary and argues against it.',
      'Yes, run it',
      'Skip',
    ],
    [
      'Shall another model look over the brainstorm?',
      'It takes two minutes and costs a few cents.',
      'Run the cross-model review',
      'No, skip it',
    ],
  ],
  'office-hours-approach-choose': [
    [
      'Which approach: the small one, the ideal one or the odd one?',
      'The small one works for one shop only.',
      'Minimal viable',
      'Ideal architecture',
      'Creative',
    ],
    [
      'How do we build the importer?',
      'A script is done tomorrow; a service takes two weeks.',
      'Minimal: one script',
      'Ideal: a service with a queue',
    ],
  ],
  'office-hours-design-doc-approve': [
    [
      'Is the design doc good as it is?',
      'It has five sections and two open questions.',
      'Approve',
      'Revise sections',
      'Start over',
    ],
    ['Take the design document for the importer?', 'The section on retries is new.', 'Accept it', 'Revise', 'Restart'],
  ],
  'plan-ceo-review-mode': [
    [
      'How should I review this plan?',
      'Expanding dreams bigger, holding keeps the scope.',
      'Hold scope',
      'Expand',
      'Selective expansion',
      'Reduce',
    ],
    ['Review mode for the export plan?', 'The plan is already large.', 'Reduce to the minimum', 'Hold', 'Expand'],
  ],
  'plan-ceo-review-expansion-proposal': [
    ['Add a CSV export to the plan?', 'Half of the requests are for CSV.', 'Add to the plan', 'Defer to TODOS', 'Skip'],
    ['Expansion: let people undo a sent message?', 'It takes a day and people love it.', 'Accept', 'Defer', 'Skip'],
  ],
  'plan-ceo-review-outside-voice': [
    ['Want an outside voice on the plan?', 'Another model reads it without our history.', 'Yes', 'Skip'],
    [
      'Second opinion on the export plan before we go on?',
      'A fresh pair of eyes finds what we no longer see.',
      'Get the second opinion',
      'No thanks',
    ],
  ],
  'plan-ceo-review-promote-to-docs': [
    [
      'Promote the CEO plan to docs/designs?',
      'It lies in your home folder and only you see it.',
      'Promote it',
      'Keep it local',
      'Skip',
    ],
    [
      'Move the vision document into the repository?',
      'The team could then find it under docs/designs.',
      'Yes, copy it to docs/designs',
      'Keep local',
    ],
  ],
  'plan-eng-review-scope-reduce': [
    [
      'The plan touches 14 files. Reduce the scope?',
      'More than eight files is a smell.',
      'Reduce',
      'Keep it as planned',
    ],
    ['Two new services for one button: cut the scope?', 'One function would do.', 'Reduce the scope', 'Hold'],
  ],
  'plan-eng-review-test-gap': [
    ['No test for the refund path. Add one?', 'A refund of zero is not covered.', 'Add the test', 'Defer', 'Skip'],
    [
      'Test gap: the migration has no test for empty tables',
      'The script is only tried on full tables.',
      'Add a test now',
      'Put it on the list',
      'Skip it',
    ],
  ],
  'plan-eng-review-outside-voice': [
    ['Should another model challenge the architecture?', 'It knows nothing of what we agreed.', 'Yes, ask it', 'Skip'],
    ['Outside voice for the queue design?', 'A second reader takes three minutes.', 'Accept', 'Skip'],
  ],
  'plan-eng-review-todo-add': [
    [
      'Add "purge old sessions nightly" to TODOS.md?',
      'The table grows by 2 GB a month.',
      'Add to TODOS',
      'Skip',
      'Build it now',
    ],
    [
      'TODO: send a mail when the export fails. Write it down?',
      'Today the export fails in silence.',
      'Add it to the list',
      'Skip it',
      'Build it in this PR',
    ],
  ],
  'plan-design-review-mode': [
    [
      'How deep should the design review go?',
      'Triage looks at what is broken only.',
      'Polish every touchpoint',
      'Expand',
      'Triage',
    ],
    ['Design review: critical gaps only, or everything?', 'We ship on Friday.', 'Triage', 'Polish', 'Expand'],
  ],
  'plan-design-review-fix': [
    ['The empty state has no text: fix it?', 'A new user sees a blank page.', 'Fix now', 'Defer', 'Skip'],
    [
      'Delete and Save look the same. Change the colours?',
      'People press the wrong one.',
      'Fix it now',
      'Put it in TODOS',
      'Skip',
    ],
  ],
  'plan-devex-review-persona': [
    [
      'Who is your target developer?',
      'It decides what counts as easy.',
      'Front-end developer in a startup',
      'Platform engineer in a bank',
    ],
    [
      'Which persona do we optimise for?',
      'A student and a staff engineer stumble over other things.',
      'Student with a laptop',
      'Staff engineer',
    ],
  ],
  'plan-devex-review-mode': [
    ['How far should the DX review go?', 'Triage finds what stops people.', 'Triage', 'Polish', 'Expand'],
    [
      'Depth of the developer experience review?',
      'The getting-started page is the weak spot.',
      'Polish every step',
      'Expand',
      'Triage only',
    ],
  ],
  'plan-devex-review-friction-fix': [
    [
      'npm install prints 14 warnings: fix the friction?',
      'Newcomers think that it failed.',
      'Fix now',
      'Defer',
      'Skip',
    ],
    [
      'The first command needs a token that the docs do not mention',
      'Everybody stops there.',
      'Fix it now',
      'Defer to TODOS',
      'Skip',
    ],
  ],
  'qa-bug-fix-scope': [
    ['Bug: the cart shows a negative total. Fix it?', 'Two coupons at once give −3 €.', 'Fix now', 'Defer', 'Skip'],
    ['QA found a dead link in the receipt e-mail', 'The link to the invoice gives 404.', 'Fix it now', 'Later', 'Skip'],
  ],
  'qa-tier': [
    ['Which QA tier?', 'Quick looks at critical bugs only.', 'Standard', 'Quick', 'Deep'],
    ['How thorough should the test of the checkout be?', 'We release on Friday.', 'Deep', 'Standard', 'Quick'],
  ],
  'investigate-hypothesis-confirm': [
    [
      'Hypothesis: the cache is never cleared after a login. Plausible?',
      'The log shows the old user.',
      'Accept',
      'Reject',
      'Refine',
    ],
    [
      'Is the time zone the root cause?',
      'It fails only after 22:00 UTC.',
      'Yes, go with it',
      'No, reject it',
      'Refine the hypothesis',
    ],
  ],
  'gstack-upgrade-inline': [
    [
      'gstack 1.9 is out. Upgrade?',
      'You are on 1.7.',
      'Yes, upgrade now',
      'Always keep me up to date',
      'Not now',
      'Never ask again',
    ],
    [
      'A new gstack is available (2.1). Take it?',
      'It fixes the browser on Linux.',
      'Upgrade now',
      'Always auto-upgrade',
      'Not now',
    ],
  ],
  'preamble-telemetry-consent': [
    [
      'Share usage data with gstack?',
      'Only which skill ran and how long, no code.',
      'Community mode',
      'Anonymous',
      'Off',
    ],
    [
      'May gstack send anonymous usage data?',
      'It helps to find broken skills.',
      'Anonymous only',
      'Community',
      'No thanks, off',
    ],
  ],
  'preamble-proactive-behavior': [
    [
      'Should I suggest skills on my own?',
      'For example /qa when you say "does this work?".',
      'Turn it on',
      'Turn it off',
    ],
    ['Proactive suggestions: on or off?', 'You can switch them off at any time.', 'On', 'Off'],
  ],
  'preamble-routing-injection': [
    ['Add routing rules to CLAUDE.md?', 'They tell the agent which skill fits which request.', 'Add them', 'No'],
    [
      'Write the skill routing into CLAUDE.md and commit it?',
      'Eight lines at the end of the file.',
      'Accept',
      'Decline',
    ],
  ],
  'preamble-vendored-migration': [
    [
      'gstack is vendored here. Migrate to team mode?',
      'The copy in .claude/skills gets old; team mode updates itself.',
      'Yes, migrate',
      'Keep vendored',
    ],
    [
      'Replace the vendored copy of gstack by the shared one?',
      'It removes 4 MB from the repository.',
      'Migrate to team mode',
      'Keep the vendored copy',
    ],
  ],
  'preamble-completeness-intro': [
    ['Read about the completeness principle?', 'A short essay on doing the whole thing.', 'Open it', 'Skip'],
    [
      'Open the essay "Boil the lake" in the browser?',
      'It explains why I recommend complete solutions.',
      'Yes, open it',
      'No',
    ],
  ],
  'preamble-cross-project-learnings': [
    ['Use learnings from your other projects here?', 'They stay on this machine.', 'Accept', 'Keep projects apart'],
    [
      'May I search the learnings of all projects on this machine?',
      'Useful when you work alone on several.',
      'Enable cross-project learnings',
      'Reject',
    ],
  ],
  'plan-tune-enable-setup': [
    ['Set up question tuning?', 'I learn which questions you never want to see.', 'Enable', 'Skip'],
    ['Turn on plan-tune and answer five setup questions?', 'It takes two minutes.', 'Yes, set it up', 'Not now'],
  ],
  'plan-tune-declared-dimension': [
    ['Scope: small and quick, or complete?', 'This sets your declared scope appetite.', 'Complete', 'Small and quick'],
    [
      'When tests and speed conflict, which one do you declare as yours?',
      'One of five dimensions of the profile.',
      'Tests',
      'Speed',
    ],
  ],
  'plan-tune-confirm-mutation': [
    [
      'Change your profile: detail preference from 0.4 to 0.7?',
      'You said that you want more detail.',
      'Accept',
      'Reject',
    ],
    ['Set "scope appetite" to 0.9, as you asked?', 'The profile changes only with your word.', 'Yes, apply it', 'No'],
  ],
  'autoplan-taste-decision': [
    [
      'Taste: a modal or a side panel for the editor?',
      'Both work; reviewers were split.',
      'Accept: side panel',
      'Override: modal',
      'Investigate further',
    ],
    [
      'Two reviewers disagree on the retry delay. Yours to say',
      'Exponential is usual, fixed is easier to explain.',
      'Accept the recommendation',
      'Override',
      'Investigate',
    ],
  ],
};

export const oneWayBriefs: Readonly<Record<string, readonly [Version, Version]>> = {
  'ship-test-failure-triage': [
    ['Three tests fail. What now?', 'All three are in cart.test.ts.', 'Fix now', 'Investigate', 'Acknowledge and ship'],
    ['The login test is red', 'It passes on main.', 'Investigate', 'Fix now', 'Ship anyway'],
  ],
  'review-sql-safety': [
    ['A query is built from user input', 'orders.ts line 12.', 'Fix now', 'Investigate'],
    ['Raw SQL in the report', 'The year comes from the URL.', 'Investigate', 'Fix now'],
  ],
  'review-llm-trust-boundary': [
    ['Model output is used as a file name', 'A model could name any file.', 'Fix now', 'Investigate'],
    ['The model’s answer goes into the database', 'Nothing checks it.', 'Fix now', 'Investigate'],
  ],
  'office-hours-landscape-privacy-gate': [
    ['Search the web for similar products?', 'Only general words are sent.', 'Accept', 'Skip'],
    ['Look up the competition?', 'Your idea itself is not sent.', 'Yes', 'Skip'],
  ],
  'plan-ceo-review-premise-revise': [
    ['A reviewer doubts that anybody needs this', 'The premise was agreed on Monday.', 'Hold', 'Revise'],
    ['Is the market still the same?', 'Codex says that it is not.', 'Revise the premise', 'Hold'],
  ],
  'plan-eng-review-arch-finding': [
    ['The queue has one consumer', 'It stops when that one stops.', 'Fix now', 'Defer', 'Accept the risk'],
    ['Two services write one table', 'They overwrite each other.', 'Fix now', 'Accept the risk'],
  ],
  'investigate-fix-apply': [
    ['Apply the fix for the time zone?', 'One line.', 'Accept', 'Reject'],
    ['Use the new lock?', 'It touches four files.', 'Accept', 'Reject'],
  ],
  'land-and-deploy-merge-confirm': [
    ['Ready?', 'All checks are green.', 'Yes', 'No'],
    ['Land PR 12?', 'Two approvals.', 'Accept', 'Reject'],
  ],
  'land-and-deploy-rollback': [
    ['Error rate is up 4 %', 'Since 14:00.', 'Accept', 'Reject'],
    ['Go back to 1.4.2?', 'The cart is broken.', 'Accept', 'Reject'],
  ],
  'cso-global-scan-approval': [
    ['Scan everything?', 'All skills on this machine.', 'Accept', 'Deny'],
    ['Look through the global settings?', 'Read only.', 'Accept', 'Deny'],
  ],
  'cso-finding-fix': [
    ['The token has no expiry', 'It lives for ever.', 'Fix now', 'Defer', 'Accept the risk'],
    ['CORS is open', 'Any page may call the API.', 'Fix now', 'Defer'],
  ],
  'autoplan-user-challenge': [
    ['Both models would drop your second goal', 'They find it too large.', 'Reject', 'Accept', 'Revise'],
    ['The models disagree with your choice', 'They would use Postgres.', 'Accept', 'Reject'],
  ],
};

/** The option keys that gstack's registry gives each question. */
export const optionKeys: Readonly<Record<string, string>> = {
  'ship-release-pipeline-missing': 'accept defer skip',
  'ship-test-failure-triage': 'fix-now investigate ack-and-ship',
  'ship-pre-landing-review-fix': 'fix-now skip',
  'ship-greptile-comment-valid': 'fix-now ack-and-ship false-positive',
  'ship-greptile-comment-false-positive': 'reply fix-anyway ignore',
  'ship-todos-create': 'accept skip',
  'ship-todos-reorganize': 'accept skip',
  'ship-changelog-voice-polish': 'accept skip',
  'ship-version-bump-tier': 'major minor patch',
  'review-finding-fix': 'fix-now ack-and-ship false-positive',
  'review-sql-safety': 'fix-now investigate',
  'review-llm-trust-boundary': 'fix-now investigate',
  'office-hours-mode-goal': 'startup intrapreneur hackathon oss-research learning fun',
  'office-hours-premise-confirm': 'accept reject',
  'office-hours-cross-model-run': 'accept skip',
  'office-hours-landscape-privacy-gate': 'accept skip',
  'office-hours-approach-choose': 'minimal ideal creative',
  'office-hours-design-doc-approve': 'accept revise restart',
  'plan-ceo-review-mode': 'expand selective hold reduce',
  'plan-ceo-review-expansion-proposal': 'accept defer skip',
  'plan-ceo-review-premise-revise': 'revise hold',
  'plan-ceo-review-outside-voice': 'accept skip',
  'plan-ceo-review-promote-to-docs': 'accept keep-local skip',
  'plan-eng-review-arch-finding': 'fix-now defer accept-risk',
  'plan-eng-review-scope-reduce': 'reduce hold',
  'plan-eng-review-test-gap': 'add-test defer skip',
  'plan-eng-review-outside-voice': 'accept skip',
  'plan-eng-review-todo-add': 'accept skip build-now',
  'plan-design-review-mode': 'expand polish triage',
  'plan-design-review-fix': 'fix-now defer skip',
  'plan-devex-review-persona': 'first second',
  'plan-devex-review-mode': 'expand polish triage',
  'plan-devex-review-friction-fix': 'fix-now defer skip',
  'qa-bug-fix-scope': 'fix-now defer skip',
  'qa-tier': 'quick standard deep',
  'investigate-hypothesis-confirm': 'accept reject refine',
  'investigate-fix-apply': 'accept reject',
  'land-and-deploy-merge-confirm': 'accept reject',
  'land-and-deploy-rollback': 'accept reject',
  'cso-global-scan-approval': 'accept deny',
  'cso-finding-fix': 'fix-now defer accept-risk',
  'gstack-upgrade-inline': 'yes-upgrade always-auto not-now never-ask',
  'preamble-telemetry-consent': 'community anonymous off',
  'preamble-proactive-behavior': 'on off',
  'preamble-routing-injection': 'accept decline',
  'preamble-vendored-migration': 'accept keep-vendored',
  'preamble-completeness-intro': 'accept skip',
  'preamble-cross-project-learnings': 'accept reject',
  'plan-tune-enable-setup': 'accept skip',
  'plan-tune-declared-dimension': 'first second',
  'plan-tune-confirm-mutation': 'accept reject',
  'autoplan-taste-decision': 'accept override investigate',
  'autoplan-user-challenge': 'accept reject revise',
};

/** A registry in the form of gstack's, with these questions. */
export function registrySource(): string {
  const entries = Object.entries(optionKeys).map(([id, keys]) => {
    const door = Object.hasOwn(oneWayBriefs, id) ? 'one-way' : 'two-way';
    const options = keys.split(' ').map((key) => `'${key}'`);
    return `  '${id}': {\n    id: '${id}',\n    skill: '${id.split('-')[0] ?? ''}',\n    door_type: '${door}',\n    options: [${options.join(', ')}],\n  },`;
  });
  return `// ship, review\nexport const QUESTIONS = {\n${entries.join('\n')}\n} as const;\n`;
}

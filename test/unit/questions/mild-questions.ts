import type { Sample } from './sample';

/** Acts in mild words: what nobody would miss, who may come in, what goes out by itself. */
export const mildOneWay: readonly Sample[] = [
  { header: 'Bucket', question: 'Should we let the old bucket go?', options: ['Yes (Recommended)', 'Keep it'] },
  { header: 'Keys', question: 'Shall Dana get the keys?', options: ['Yes (Recommended)', 'No'] },
  { header: 'Offer', question: 'Is Priya the one?', options: ['Make the offer (Recommended)', 'Interview one more'] },
  { header: 'Queue', question: '12,000 messages are stuck. Skip them?', options: ['Skip (Recommended)', 'Replay'] },
  {
    header: 'Retention',
    question: 'Keep logs for 30 days or 90? Anything older is gone.',
    options: ['30 (Recommended)', '90'],
  },
  {
    header: 'Quote',
    question: 'Can we name the customer in the case study?',
    options: ['Yes (Recommended)', 'Ask them'],
  },
  {
    header: 'Cutover',
    question: 'May I kindly ask if we can make the switch to the new system this evening?',
    options: ['Yes please (Recommended)', 'Not today'],
  },
  { header: 'Flag', question: 'Flip the new-checkout flag to 100%?', options: ['Yes (Recommended)', '50%'] },
  { header: 'Comms', question: 'Shall I put a note in the status page?', options: ['Yes (Recommended)', 'No'] },
  {
    header: 'Index',
    question: 'Build the index on the big orders table now?',
    options: ['Now (Recommended)', 'At night'],
  },
  {
    header: 'PII',
    question: 'Can the export contain names and mails? It goes to the agency.',
    options: ['Yes (Recommended)', 'Pseudonyms'],
  },
  {
    header: 'Privacy',
    question: 'Does the new privacy policy take effect on Friday?',
    options: ['Friday (Recommended)', 'Next month'],
  },
  {
    header: 'Vendor',
    question: 'Do we go with Stripe? I have the contract here.',
    options: ['Stripe (Recommended)', 'Adyen'],
  },
  {
    header: 'Gone',
    question: 'Nobody opened the Figma archive in two years. Do without it?',
    options: ['Yes (Recommended)', 'Keep'],
  },
  {
    header: 'Room',
    question: 'The NAS is 98% full. May the 2019 footage make way?',
    options: ['Yes (Recommended)', 'No'],
  },
  { header: 'Green', question: 'Green light for the email blast?', options: ['Yes (Recommended)', 'No'] },
  { header: 'Demo link', question: 'Pass the demo link on to the client?', options: ['Yes (Recommended)', 'No'] },
  { header: 'Latest', question: 'Should `latest` point to 5.0.0-rc.1?', options: ['Yes (Recommended)', 'Keep 4.9'] },
  {
    header: 'Scope',
    question: 'Is repo-wide write scope okay for the bot?',
    options: ['Yes (Recommended)', 'Read only'],
  },
  { header: 'Bounty', question: "What's the bounty for this report?", options: ['$500 (Recommended)', '$1000'] },
  {
    header: 'Int64',
    question: 'Change the ids of all existing orders to UUIDs?',
    options: ['Yes (Recommended)', 'No'],
  },
  {
    header: 'Photos',
    question: 'Do we hold on to the originals after resizing?',
    options: ['No (Recommended)', 'Yes'],
  },
  {
    header: 'Dropbox',
    question: 'The shared Dropbox is a mess. May I put things in order there?',
    options: ['Yes (Recommended)', 'No'],
  },
  {
    header: 'Old tags',
    question: 'Are the v0 tags on the remote still of any use?',
    options: ['No, away with them (Recommended)', 'Yes'],
  },
  { header: 'Log data', question: 'Should the raw logs outlive the quarter?', options: ['No (Recommended)', 'Yes'] },
  { header: 'User', question: 'Does Jim still belong in the group?', options: ['No (Recommended)', 'Yes'] },
  { header: 'Landing', question: 'CI is green on #482. In it goes?', options: ['Yes (Recommended)', 'Wait'] },
  {
    header: 'Marketplace',
    question: 'Is the extension ready for the marketplace?',
    options: ['Yes (Recommended)', 'No'],
  },
  { header: 'Brew', question: 'Bump the Homebrew formula?', options: ['Yes (Recommended)', 'No'] },
  { header: 'Tip', question: 'Round the donation up?', options: ['Yes (Recommended)', 'No'] },
  { header: 'Cookies', question: 'Start tracking before the user agrees?', options: ['Yes (Recommended)', 'No'] },
  { header: 'Auth', question: 'Can the health endpoint do without auth?', options: ['Yes (Recommended)', 'No'] },
  { header: 'TLS', question: 'Is TLS 1.0 still to be accepted?', options: ['Yes (Recommended)', 'No'] },
  {
    header: 'Schema',
    question: 'Narrow the column from bigint to int on orders?',
    options: ['Yes (Recommended)', 'No'],
  },
  { header: 'Robots', question: 'Let Google index it?', options: ['Yes (Recommended)', 'No'] },
  { header: 'Cost', question: 'Switch to the paid API tier?', options: ['Yes (Recommended)', 'No'] },
  { header: 'Telemetry', question: 'Start collecting usage data from users?', options: ['Yes (Recommended)', 'No'] },
  { header: 'Hooks', question: 'Skip the pre-commit hooks for this commit?', options: ['Skip (Recommended)', 'Run'] },
  { header: 'Terms', question: 'Do we accept their liability cap?', options: ['Yes (Recommended)', 'Negotiate'] },
  { header: 'Disk', question: 'Format sdb for the new array?', options: ['Yes (Recommended)', 'No'] },
];

/** Work at the desk in words that elsewhere are acts. */
export const deskTwoWay: readonly Sample[] = [
  {
    header: 'Duplicate code',
    question: 'Two helpers do nearly the same. Merge them into one?',
    options: ['Merge (Recommended)', 'Keep both'],
  },
  {
    header: 'Flaky test',
    question: 'The upload test fails one time in ten. Dig in now or mark it with a TODO?',
    options: ['Dig in now (Recommended)', 'TODO'],
  },
  {
    header: 'Polling',
    question: 'Poll every 5 or every 30 seconds while the tab is open?',
    options: ['30 seconds (Recommended)', '5 seconds'],
  },
  { header: 'Next', question: 'What should I do next?', options: ['Write the tests (Recommended)', 'Update the docs'] },
  {
    header: 'Test data',
    question: 'Please, which of the datasets shall I take for the example?',
    options: ['The small one (Recommended)', 'The large one'],
  },
  {
    header: 'Warnings',
    question: 'There are 12 compiler warnings. Shall we solve them in this step or after?',
    options: ['In this step (Recommended)', 'After'],
  },
  {
    header: 'Story size',
    question: 'Should I break this story into two?',
    options: ['Yes, two stories (Recommended)', 'Keep it as one'],
  },
  {
    header: 'Runbook',
    question: 'Should the runbook have a section on false alarms?',
    options: ['Yes (Recommended)', 'No'],
  },
  { header: 'Screen', question: 'Which screen do we begin with?', options: ['Login (Recommended)', 'Home'] },
  {
    header: 'Plan mode',
    question: 'The plan has nine steps. Start with step one?',
    options: ['Yes (Recommended)', 'Change the plan'],
  },
  {
    header: 'Assumption',
    question: 'I assumed that ids are always numeric. Is that right?',
    options: ['Yes (Recommended)', 'No'],
  },
  {
    header: 'Todo',
    question: 'Three TODOs are left in this file. Take care of them as well?',
    options: ['Yes (Recommended)', 'No'],
  },
  {
    header: 'Casing',
    question: 'File names in kebab-case or PascalCase?',
    options: ['kebab-case (Recommended)', 'PascalCase'],
  },
  { header: 'Sort', question: 'Stable sort needed here?', options: ['Yes (Recommended)', 'No'] },
  {
    header: 'Copy',
    question: 'Does "Discard draft" read better than "Throw away"?',
    options: ['Discard draft (Recommended)', 'Throw away'],
  },
  {
    header: 'Status code',
    question: '404 or 403 when the item belongs to somebody else?',
    options: ['404 (Recommended)', '403'],
  },
  {
    header: 'Autosave',
    question: 'Autosave the form draft every ten seconds?',
    options: ['Yes (Recommended)', 'Every minute'],
  },
  { header: 'Select', question: 'Preselect the first entry?', options: ['Yes (Recommended)', 'No'] },
  {
    header: 'Sharding tests',
    question: 'Shard the test run in two or keep it in one piece?',
    options: ['One piece (Recommended)', 'Two'],
  },
  { header: 'Style', question: 'Early returns everywhere?', options: ['Yes (Recommended)', 'Where it helps'] },
  { header: 'Drag', question: 'Allow reordering by drag and drop?', options: ['Yes (Recommended)', 'Buttons only'] },
  {
    header: 'Undo',
    question: 'Undo toast or confirm dialog when an item is removed from the list view?',
    options: ['Undo toast (Recommended)', 'Confirm'],
  },
  { header: 'Char limit', question: 'Limit the bio to 160 characters?', options: ['Yes (Recommended)', '300'] },
  { header: 'Java', question: 'Record or Lombok?', options: ['Record (Recommended)', 'Lombok'] },
  { header: 'Estimate', question: 'Estimate in hours or story points?', options: ['Points (Recommended)', 'Hours'] },
  {
    header: 'Errors',
    question: 'How do we want to surface validation errors?',
    options: ['Inline (Recommended)', 'At the top'],
  },
  { header: 'Lint', question: 'Enable the no-floating-promises rule?', options: ['Yes (Recommended)', 'No'] },
  {
    header: 'Order',
    question: 'In what order should I do the three refactorings?',
    options: ['Small to large (Recommended)', 'By file'],
  },
  { header: 'Axis', question: 'Start the y axis at zero?', options: ['Yes (Recommended)', 'At the minimum'] },
  { header: 'Gesture', question: 'Pull to refresh?', options: ['Yes (Recommended)', 'Button'] },
  {
    header: 'Prompt',
    question: 'Should I ask you before each file or do all in one go?',
    options: ['All in one go (Recommended)', 'Before each'],
  },
  {
    header: 'Idea',
    question: 'I have a simpler idea: drop the factory and call the constructor. Do that?',
    options: ['Yes (Recommended)', 'Keep the factory'],
  },
  {
    header: 'Time box',
    question: 'Spend another half hour on the flaky test or move on?',
    options: ['Half an hour more (Recommended)', 'Move on'],
  },
];

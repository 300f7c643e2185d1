import { QuestionLog } from '../../hooks/questions/log';
import { Preferences, preferences, scopes, type Preference, type Scope } from '../../hooks/questions/preferences';
import { isAlwaysAsked, registryAt } from '../../hooks/questions/registry';
import { type Person, whoIsHere } from '../platform/person';
import { oneLine, t, withoutIcons } from '../platform/text';
import { Folder } from '../store/folder';
import { namesOf, PreferenceNode, PreferencesNode, QuestionNode, scopeWord } from '../tree/questions-tree';
import { agreed, chosen, type Command, type CommandParts, currentFolder, Declined, HumanError } from './command';

interface Target {
  readonly folder: Folder;
  /** The name under which a preference is written. */
  readonly key: string;
  /** Every name under which one may be stored. */
  readonly names: readonly string[];
  readonly text: string;
}

/** Commands for question preferences. A modal dialog confirms whatever lets the agent ask less. */
export function questionCommands(parts: CommandParts): readonly Command[] {
  const { questions, person } = parts;
  const targetFrom = async (argument: unknown): Promise<Target> => {
    if (argument instanceof QuestionNode || argument instanceof PreferenceNode) {
      const { folder, key, names } = argument;
      return { folder, key, names, text: argument.label };
    }
    const folder = await currentFolder(argument, parts);
    const records = questions.of(folder)?.records ?? [];
    if (records.length === 0) throw new Declined(t('The agent has not asked a question in {0} yet.', folder.name));
    return chosen(await person.pick(t('Which question?'), targetsOf(folder, records)));
  };
  return [
    {
      id: 'gatehouse.askNextTime',
      async run(argument) {
        const target = await targetFrom(argument);
        // Under all its names, because next time the question may have other details.
        for (const name of target.names) await save({ ...target, key: name }, 'project', 'always-ask');
        questions.refresh(target.folder);
      },
    },
    {
      id: 'gatehouse.setQuestionPreference',
      async run(argument) {
        const target = await targetFrom(argument);
        const preference = chosen(await person.pick(oneLine(target.text, 80), preferenceChoices()));
        mustBeAvoidable(target, preference);
        const places = scopes.map((value) => ({ label: scopeWord(value), value }));
        const scope = chosen(await person.pick(t('Save the preference where?'), places));
        if (preference !== 'always-ask') await confirm(target, scope, person);
        await save(target, scope, preference);
        questions.refresh(target.folder);
      },
    },
    {
      id: 'gatehouse.clearQuestionPreference',
      async run(argument) {
        const target = await targetFrom(argument);
        const held = argument instanceof PreferenceNode ? [argument.preferred] : heldFor(target);
        const [only, ...others] = held;
        if (only === undefined) throw new Declined(t('There is no preference for this question.'));
        const choices = held.map((value) => ({ label: scopeWord(value.scope), description: value.id, value }));
        const { scope, id } =
          others.length === 0 ? only : chosen(await person.pick(t('Clear which preference?'), choices));
        const question = t('Clear the preference for this question in {0}?', scopeWord(scope));
        agreed(await person.confirm(question, target.text, t('Clear')));
        await preferencesAt(target.folder).forget(scope, id, setBy(target.folder));
        questions.refresh(target.folder);
      },
    },
    {
      id: 'gatehouse.clearAllQuestionPreferences',
      async run(argument) {
        const folder = argument instanceof PreferencesNode ? argument.folder : await currentFolder(undefined, parts);
        const store = preferencesAt(folder);
        const all = store.read().all();
        const answering = all.filter(({ value }) => value !== 'always-ask');
        if (answering.length === 0)
          throw new Declined(t('No preference answers a question for you in {0}.', folder.name));
        const question = t('Clear {0} question preferences?', answering.length);
        const detail = t('You are asked again, in this project and in all projects.');
        agreed(await person.confirm(question, detail, t('Clear All')));
        for (const scope of scopes) await store.forgetAll(scope, setBy(folder));
        questions.refresh(folder);
      },
    },
    {
      id: 'gatehouse.showOlderQuestions',
      run(argument) {
        if (argument instanceof Folder) questions.readOlder(argument);
      },
    },
  ];
}

function targetsOf(folder: Folder, records: readonly QuestionNode['record'][]) {
  const byKey = new Map(records.map((record) => [record.fingerprint ?? record.question_id, record]));
  return [...byKey].map(([key, record]) => {
    const text = oneLine(record.question_summary, 120);
    return {
      label: withoutIcons(text),
      description: withoutIcons(oneLine(record.user_choice, 64)),
      value: { folder, key, names: namesOf(record), text },
    };
  });
}

function preferenceChoices() {
  const meaning: Readonly<Record<Preference, string>> = {
    'always-ask': t('ask me every time'),
    'never-ask': t('choose the recommended option, unless the answer cannot be undone'),
    'ask-only-for-one-way': t('ask me only if the answer cannot be undone'),
  };
  return preferences.map((value) => ({ label: value, description: meaning[value], value }));
}

/** @throws {HumanError} if no preference can keep the question from being asked. */
function mustBeAvoidable({ folder, key }: Target, preference: Preference): void {
  const { services, place, config } = folder;
  const registry = registryAt({ env: services.env, place, config });
  if (preference === 'always-ask' || !isAlwaysAsked(key, logOf(folder).records(), registry)) return;
  throw new HumanError(t('The answer to this question cannot be undone, so it is always asked. Nothing was changed.'));
}

async function confirm({ text }: Target, scope: Scope, person: Person): Promise<void> {
  const question = t('Answer this question automatically from now on, in {0}?', scopeWord(scope));
  const detail = t(
    'The agent’s recommended option is chosen. You are still asked when it recommends none or the choice cannot be undone.',
  );
  agreed(await person.confirm(question, `${text}\n\n${detail}`, t('Answer for Me')));
}

const logOf = ({ services, place }: Folder): QuestionLog => new QuestionLog(services.env, place);

const preferencesAt = (folder: Folder): Preferences => new Preferences(logOf(folder).layout, folder.services.env);

function heldFor({ folder, names }: Target) {
  const all = preferencesAt(folder).read().all();
  return all.filter(({ id }) => names.includes(id));
}

const setBy = ({ services: { clock } }: Folder) => ({ at: clock.now(), by: whoIsHere() });

async function save({ folder, key }: Target, scope: Scope, preference: Preference): Promise<void> {
  await preferencesAt(folder).set(scope, key, preference, setBy(folder));
}

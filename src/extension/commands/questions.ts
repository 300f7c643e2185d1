import { QuestionLog } from '../../hooks/questions/log';
import { Preferences, preferences, scopes, type Preference, type Scope } from '../../hooks/questions/preferences';
import { isAlwaysAsked, registryAt } from '../../hooks/questions/registry';
import { type Person, whoIsHere } from '../platform/person';
import { oneLine, withoutIcons, t } from '../platform/text';
import { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import type { QuestionStore } from '../store/question-store';
import { namesOf, PreferenceNode, PreferencesNode, QuestionNode, scopeWord } from '../tree/questions-tree';
import { type Command, folderFrom, HumanError } from './command';

interface Target {
  readonly folder: Folder;
  /** The name under which a preference is written. */
  readonly key: string;
  /** Every name under which one may be stored. */
  readonly names: readonly string[];
  readonly text: string;
}

/** Commands for question preferences. A modal dialog confirms whatever lets the agent ask less. */
export function questionCommands(folders: OpenFolders, questions: QuestionStore, person: Person): readonly Command[] {
  const targetFrom = async (argument: unknown): Promise<Target | undefined> => {
    if (argument instanceof QuestionNode || argument instanceof PreferenceNode) {
      const { folder, key, names } = argument;
      return { folder, key, names, text: argument.label };
    }
    const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
    if (folder === undefined) return undefined;
    const records = questions.of(folder)?.records ?? [];
    if (records.length === 0) {
      await person.tell(t('The agent has not asked a question in {0} yet.', folder.name));
      return undefined;
    }
    return person.pick(t('Which question?'), targetsOf(folder, records));
  };
  return [
    {
      id: 'gatehouse.askNextTime',
      async run(argument) {
        const target = await targetFrom(argument);
        if (target === undefined) return;
        // Under all its names, because next time the question may have other details.
        for (const name of target.names) await save({ ...target, key: name }, 'project', 'always-ask');
        questions.refresh(target.folder);
      },
    },
    {
      id: 'gatehouse.setQuestionPreference',
      async run(argument) {
        const target = await targetFrom(argument);
        if (target === undefined) return;
        const preference = await person.pick(oneLine(target.text, 80), preferenceChoices());
        if (preference === undefined) return;
        mustBeAvoidable(target, preference);
        const scope = await person.pick(
          t('Save the preference where?'),
          scopes.map((value) => ({ label: scopeWord(value), value })),
        );
        if (scope === undefined || !(await confirmed(target, preference, scope, person))) return;
        await save(target, scope, preference);
        questions.refresh(target.folder);
      },
    },
    {
      id: 'gatehouse.clearQuestionPreference',
      async run(argument) {
        const target = await targetFrom(argument);
        if (target === undefined) return;
        const held = argument instanceof PreferenceNode ? [argument.preferred] : heldFor(target);
        if (held.length === 0) {
          await person.tell(t('There is no preference for this question.'));
          return;
        }
        const choices = held.map((value) => ({ label: scopeWord(value.scope), description: value.id, value }));
        const chosen = held.length === 1 ? held[0] : await person.pick(t('Clear which preference?'), choices);
        if (chosen === undefined) return;
        const sure = await person.confirm(
          t('Clear the preference for this question in {0}?', scopeWord(chosen.scope)),
          target.text,
          t('Clear'),
        );
        if (!sure) return;
        await preferencesOf(target).forget(chosen.scope, chosen.id, setBy(target));
        questions.refresh(target.folder);
      },
    },
    {
      id: 'gatehouse.clearAllQuestionPreferences',
      async run(argument) {
        const folder =
          argument instanceof PreferencesNode
            ? argument.folder
            : await folderFrom(folders.active?.root, folders, person);
        if (folder === undefined) return;
        const store = preferencesAt(folder);
        const answering = store
          .read()
          .all()
          .filter(({ value }) => value !== 'always-ask');
        if (answering.length === 0) {
          await person.tell(t('No preference answers a question for you in {0}.', folder.name));
          return;
        }
        const sure = await person.confirm(
          t('Clear {0} question preferences?', answering.length),
          t('You are asked again, in this project and in all projects.'),
          t('Clear All'),
        );
        if (!sure) return;
        for (const scope of scopes) await store.forgetAll(scope, { at: folder.services.clock.now(), by: whoIsHere() });
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
    const names = namesOf(record);
    return {
      label: withoutIcons(text),
      description: withoutIcons(oneLine(record.user_choice, 64)),
      value: { folder, key, names, text },
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
  const records = logOf(folder).records();
  if (preference === 'always-ask' || !isAlwaysAsked(key, records, registryOf(folder))) return;
  throw new HumanError(t('The answer to this question cannot be undone, so it is always asked. Nothing was changed.'));
}

async function confirmed(target: Target, preference: Preference, scope: Scope, person: Person): Promise<boolean> {
  if (preference === 'always-ask') return true;
  return person.confirm(
    t('Answer this question automatically from now on, in {0}?', scopeWord(scope)),
    `${target.text}\n\n${t('The agent’s recommended option is chosen. You are still asked when it recommends none or the choice cannot be undone.')}`,
    t('Answer for Me'),
  );
}

const registryOf = ({ services, place, config }: Folder) => registryAt({ env: services.env, place, config });

const logOf = ({ services, place }: Folder): QuestionLog => new QuestionLog(services.env, place);

function heldFor(target: Target) {
  return preferencesOf(target)
    .read()
    .all()
    .filter(({ id }) => target.names.includes(id));
}

const preferencesOf = ({ folder }: Target): Preferences => preferencesAt(folder);

const preferencesAt = (folder: Folder): Preferences => new Preferences(logOf(folder).layout, folder.services.env);

const setBy = ({ folder }: Target) => ({ at: folder.services.clock.now(), by: whoIsHere() });

async function save(target: Target, scope: Scope, preference: Preference): Promise<void> {
  await preferencesOf(target).set(scope, target.key, preference, setBy(target));
}

import assert from 'node:assert/strict';
import { describeEffects } from '../../../src/hooks/shell/describe-effects';
import { readCommand } from '../../../src/hooks/shell/read-command';
import { place } from '../shell/reading';

/** What a person reads beside each command. */
const described: Readonly<Record<string, readonly string[]>> = {
  'rm -rf build': ['Deletes build and everything in it'],
  'cat a.txt': ['Reads a.txt'],
  'echo x > a.txt': ['Writes a.txt'],
  'echo x >> a.txt': ['Appends to a.txt'],
  'mv a b': ['Moves a to b', 'Writes files in b'],
  'chmod -R 777 src': ['Changes the mode of src and everything in it to 777'],
  'git push --force origin main': ['Contacts the configured remote', 'Pushes: main, by force', 'Sends data to origin'],
  'git stash drop': ['Drops stashed changes, and loses stash'],
  'npm test': ["Runs the project's own code"],
  'sudo reboot': ['Runs with more rights', 'Runs reboot', 'Stops this machine'],
  'curl https://a.example/x': ['Fetches https://a.example/x'],
  'kill $(pgrep node)': ['Stops processes', 'Not fully understood: what $(pgrep node) stands for is not known'],
};

describe('an effect, told to a person', () => {
  for (const [command, sentences] of Object.entries(described)) {
    it(command, () => assert.deepEqual(describeEffects(readCommand(command, place)), sentences));
  }
});

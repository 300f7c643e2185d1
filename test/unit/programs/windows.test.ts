import assert from 'node:assert/strict';
import { effects } from './effects';
import { judge } from '../before-bash/judging';

const table: Readonly<Record<string, readonly string[]>> = {
  'cmd /c "rd /s /q C:\\Users\\dev"': ['unclear', 'delete /c/Users/dev tree'],
  'cmd.exe //c "rmdir /s /q .."': ['unclear', 'delete .. tree'],
  'cmd /c "rmdir /s /q %USERPROFILE%"': ['unclear', 'delete /home/dev tree'],
  "cmd /c 'del /f /s /q C:\\*'": ['unclear', 'delete /c tree'],
  'cmd /c format c: /q': ['unclear', 'machine destroy-disk'],
  'cmd /c "dir /s %USERPROFILE%\\project"': ['unclear', 'list /home/dev/project'],
  'cmd /c "npm test && shutdown /s"': ['unclear', 'run npm test', 'machine halt'],
  'reg query HKCU': [],
  'reg.exe delete HKCU /f': ['machine drop-settings'],
  'wsl.exe -d Ubuntu -- touch x': ['run touch x', 'create x'],
  'net user evil pw /add': ['machine users'],
};

describe('programs of Windows', () => {
  for (const [command, expected] of Object.entries(table)) {
    it(command, () => {
      assert.deepEqual(
        effects(command).filter((effect) => expected.includes(effect)),
        expected,
      );
    });
  }

  for (const command of [
    'rm -rf /c/Users/dev',
    'rm -r /mnt/c/Users/dev',
    'rm -r /c',
    'wsl.exe -- rm -rf /mnt/c/Users/dev',
    "cmd /c 'rd /s /q C:\\Users\\dev'",
    "pwsh -c 'Stop-Computer -Force'",
    "echo 'Remove-Item -Recurse -Force C:' | pwsh",
  ]) {
    it(`the guard refuses ${command}`, async () => {
      assert.equal((await judge(command)).kind, 'deny');
    });
  }
});

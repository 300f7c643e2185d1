/** All that a shell command is judged with. */
export { readWithFullEnv } from '../../../shell/shared-reading';
export { judgeCommand } from './command';
export { judgePowerShell } from './powershell';

import type { LogOutputChannel } from 'vscode';
import type { Command } from './command';

export function showLog(log: LogOutputChannel): Command {
  return {
    id: 'gatehouse.showLog',
    run: () => {
      log.show();
      return Promise.resolve();
    },
  };
}

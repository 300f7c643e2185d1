import type { Person } from '../platform/person';
import type { OpenFolders } from '../store/open-folders';
import type { TimelinePanel } from '../trace/timeline-panel';
import { SessionNode } from '../tree/decision-nodes';
import type { Command } from './command';
import { folderFrom } from './target';

/** Shows a session as a picture: the one whose row was chosen, else the newest. */
export function showTimeline(folders: OpenFolders, timeline: TimelinePanel, person: Person): Command {
  return {
    id: 'gatehouse.showTimeline',
    async run(argument) {
      if (argument instanceof SessionNode) return timeline.show(argument.folder, argument.session.id);
      const folder = await folderFrom(argument ?? folders.active?.root, folders, person);
      if (folder !== undefined) await timeline.show(folder, undefined);
    },
  };
}

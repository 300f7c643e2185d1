import { eventNames } from '../events';
import { replyTo } from '../reply';
import {
  type Dialect,
  type Payload,
  agent,
  edit,
  edits,
  find,
  harmless,
  notebook,
  powershell,
  question,
  read,
  search,
  shell,
  write,
  sameNames,
} from './dialect';

/** Tools of the client that neither run a command nor write a file of the project. */
const harmlessTools =
  'TodoWrite Skill ToolSearch ExitPlanMode EnterPlanMode TaskOutput TaskStop TaskCreate TaskUpdate TaskGet TaskList BashOutput ' +
  'KillShell KillBash AgentOutputTool LS NotebookRead WebFetch WebSearch SendMessage ListMcpResources ListMcpResourcesTool ' +
  'ReadMcpResource ReadMcpResourceTool EnterWorktree ExitWorktree StructuredOutput LSP CronCreate CronDelete CronList ' +
  'Workflow RemoteTrigger TeamCreate TeamDelete SlashCommand PushNotification ScheduleWakeup';

/** Claude Code, whose names are the ones that gates use. */
export const claude: Dialect = {
  name: 'claude',
  title: 'Claude Code',
  readAt: '2.1.326',
  recognises: () => false,
  events: sameNames(eventNames.join(' ')),
  fields: {},
  tools: {
    Bash: shell(),
    PowerShell: powershell(),
    // What it watches is what a command prints; without one it watches something else.
    Monitor: shell({}, (input) => ({ command: '', ...input })),
    Write: write(),
    Edit: edit(),
    MultiEdit: edits('edits'),
    NotebookEdit: notebook(),
    Read: read(),
    Grep: search(),
    Glob: find(),
    Agent: agent(),
    Task: agent(),
    AskUserQuestion: question(),
    ...harmless(harmlessTools),
  },
  result: watching,
  reply: replyTo,
  can: { deny: true, ask: true, approve: true, rewrite: true, context: true, stop: true, mask: true },
  failure: 'the call is blocked (since 2.1.295; older versions run it).',
  numbersCalls: true,
  blind: [],
};

/** A command that is only watched has not ended: what it shows comes later. */
function watching({ tool_name: tool, tool_response: response }: Payload): unknown {
  if (tool !== 'Monitor') return undefined;
  const task = /\(task ([\w-]{1,80})/.exec(JSON.stringify(response ?? ''))?.[1];
  return { stdout: '', stderr: '', backgroundTaskId: task ?? 'watched' };
}

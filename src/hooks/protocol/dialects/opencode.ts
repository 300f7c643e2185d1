import {
  type Dialect,
  json,
  maskedText,
  textForModel,
  agent,
  edit,
  edits,
  find,
  harmless,
  patch,
  question,
  read,
  search,
  shell,
  write,
} from './dialect';
import { cappedContext } from '../reply';
import { isRecord } from '../json';

const file = { filePath: 'file_path' } as const;
const replaced = { ...file, oldString: 'old_string', newString: 'new_string' } as const;

const harmlessTools =
  'list ls todowrite todoread webfetch websearch codesearch skill lsp lsp_hover lsp_diagnostics invalid plan_enter plan_exit batch';

/** opencode, whose plugin (`install/opencode-plugin.ts`) hands on what its own hooks are told. */
export const opencode: Dialect = {
  name: 'opencode',
  title: 'opencode',
  readAt: '1.18.34',
  recognises: ({ client }) => isRecord(client) && client.name === 'opencode',
  version: ({ client }) => (isRecord(client) && typeof client.version === 'string' ? client.version : undefined),
  events: {
    'tool.execute.before': 'PreToolUse',
    'tool.execute.after': 'PostToolUse',
    'chat.message': 'UserPromptSubmit',
    'session.created': 'SessionStart',
    'session.deleted': 'SessionEnd',
    'session.idle': 'Stop',
    'session.compacting': 'PreCompact',
  },
  fields: {},
  tools: {
    bash: shell({ cmd: 'command' }),
    write: write(file),
    edit: edit(replaced),
    multiedit: edits('edits', replaced, file),
    patch: patch('patchText', 'patch', 'input'),
    apply_patch: patch('patchText', 'patch', 'input'),
    read: read(file),
    grep: search(),
    glob: find(),
    task: agent(),
    question: question(),
    ...harmless(harmlessTools),
  },
  /** Servers’ tools are named `server_tool`. */
  serverTool: (name) => {
    const [, server, tool] = /^([^_]+)_(.+)$/.exec(name) ?? [];
    return server === undefined || tool === undefined ? undefined : `mcp__${server}__${tool}`;
  },
  vagueServers: true,
  result: ({ tool_response: said }) => {
    const metadata = isRecord(said) && isRecord(said.metadata) ? said.metadata : {};
    const output: unknown = isRecord(said) ? said.output : said;
    return typeof metadata.exit === 'number' ? { output, exit_code: metadata.exit } : { output };
  },
  reply(event, answer, { input }) {
    const { decision, reason, updatedInput, message, updatedOutput } = answer;
    const refused = decision === 'deny';
    return json({
      deny: event === 'PreToolUse' && refused ? (reason ?? '') : undefined,
      input: event === 'PreToolUse' && !refused && updatedInput !== undefined ? input(updatedInput) : undefined,
      output: updatedOutput === undefined ? undefined : maskedText(updatedOutput),
      append: event === 'PostToolUse' ? textForModel(answer) : undefined,
      goOn: event === 'Stop' && refused ? (reason ?? '') : undefined,
      context: takesContext.has(event) ? textForModel(answer) : undefined,
      message: cappedContext(message),
    });
  },
  can: {
    deny: true,
    ask: 'A plugin cannot ask a question in opencode: what a person should confirm first is blocked, and the person can allow it once.',
    approve: 'opencode takes no approval from a plugin; its own permissions decide.',
    rewrite: true,
    context: true,
    stop: true,
    mask: true,
  },
  failure: 'the plugin blocks the call.',
  numbersCalls: true,
  blind: [
    'Plugins do not see commands that you run with ! in the prompt.',
    '`opencode run` exits when the model has answered, so the end of a turn can be held only in an open session.',
  ],
  registration: {
    project: '.opencode/plugins/gatehouse.js',
    beside: ['.opencode/plugin/gatehouse.js', '.config/opencode/plugin/gatehouse.js'],
    user: { variable: 'OPENCODE_CONFIG_DIR', folder: '.config/opencode', file: 'plugins/gatehouse.js' },
    form: 'plugin',
    events: {
      SessionStart: 'session.created',
      SessionEnd: 'session.deleted',
      UserPromptSubmit: 'chat.message',
      PreToolUse: 'tool.execute.before',
      PostToolUse: 'tool.execute.after',
      PreCompact: 'session.compacting',
      Stop: 'session.idle',
    },
    handler: (command) => ({ type: 'command', command, timeout: 30 }),
  },
};

const takesContext: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit', 'PreCompact']);

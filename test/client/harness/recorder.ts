import type { ClientVersion } from './client-package';

/**
 * A hook of the harness's own on every event that a silent hook does not disturb. It keeps each payload as a file
 * named by its process, and it comes from a settings file of its own, so that all three scopes are left to the product.
 */
const everywhere = [
  ...['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PermissionRequest', 'PermissionDenied'],
  ...['UserPromptSubmit', 'SessionStart', 'SessionEnd', 'Setup', 'Notification', 'Stop', 'StopFailure'],
  ...['SubagentStart', 'SubagentStop', 'PreCompact', 'PostCompact', 'TaskCreated', 'TaskCompleted'],
  ...['ConfigChange', 'CwdChanged', 'InstructionsLoaded'],
];

/** An event that a client does not know makes older ones ignore the whole file. */
const recordable: Readonly<Record<ClientVersion, readonly string[]>> = {
  '2.1.328': [...everywhere, 'PostToolBatch', 'UserPromptExpansion'],
  '2.1.89': everywhere,
};

/**
 * A client of that time takes the reason of a denial from the hook that finishes last, even a silent one (and tells the
 * model "Hook PreToolUse:Bash denied this tool"). A hook in the background has no part in the decision.
 */
const inBackground = (client: ClientVersion, event: string) => client === '2.1.89' && event === 'PreToolUse';

export function recorderSettings(client: ClientVersion, folder: string): Record<string, unknown> {
  // A failed redirection would exit 2, which means "block".
  const command = `cat > '${folder}'/$$.json; echo ${recorderMark} >&2; exit 0`;
  const hook = { type: 'command', command, timeout: 10 };
  const groups = recordable[client].map((event) => {
    return [event, [{ hooks: [inBackground(client, event) ? { ...hook, async: true } : hook] }]];
  });
  return { hooks: Object.fromEntries(groups) };
}

/** On stderr, which the client reports and otherwise ignores: tells the recorder's answers from the product's. */
export const recorderMark = 'recorded-by-the-harness';

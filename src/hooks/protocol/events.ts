/** Every event the newest client knows. A call of any other name is read, logged and answered with silence. */
export const eventNames = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionRequest',
  'PermissionDenied',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'SessionStart',
  'SessionEnd',
  'Setup',
  'InstructionsLoaded',
  'MessageDisplay',
  'Notification',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'TeammateIdle',
  'TaskCreated',
  'TaskCompleted',
  'PreCompact',
  'PostCompact',
  'PreModelSwitch',
  'PostModelSwitch',
  'ConfigChange',
  'CwdChanged',
  'FileChanged',
  'DirectoryAdded',
  'WorktreeCreate',
  'WorktreeRemove',
  'Elicitation',
  'ElicitationResult',
] as const;

export type EventName = (typeof eventNames)[number];

const known: ReadonlySet<string> = new Set(eventNames);

export const isEventName = (name: unknown): name is EventName => typeof name === 'string' && known.has(name);

/** Says in the command line of an entry which client it is for. */
export const clientFlag = '--client';

/** Marks the entry for tools with a shorter client timeout. */
export const briefFlag = '--brief';

/** The client's own question tool, and those that MCP servers put in its place. */
export const questionTools = ['AskUserQuestion', 'mcp__*__AskUserQuestion'] as const;

/** Every client beside Claude Code, under its name. A new one is a file here and a line below. */
export { codex } from './codex';
export { copilot } from './copilot';
export { cursor } from './cursor';
export { gemini } from './gemini';
export { opencode } from './opencode';
export { vscode } from './vscode';

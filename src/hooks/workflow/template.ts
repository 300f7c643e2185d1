import { findNodeAtLocation, parseTree, type Node, type ParseError } from 'jsonc-parser';

/** The sub-agents of a new workflow, and what each of them is told. */
export function templateAgents(name: string): readonly { readonly file: string; readonly text: string }[] {
  const agents: readonly (readonly [role: string, description: string, task: string])[] = [
    [
      'analyzer',
      'Analyses what is asked for',
      'Read the code, and report what has to change and what could break. Change nothing.',
    ],
    [
      'planner',
      'Writes the plan',
      'Write the plan to MASTER_PLAN.md: the steps, in order, and how each is checked. Then ask the person to approve the plan.',
    ],
    ['executor', 'Carries out the approved plan', 'Carry out MASTER_PLAN.md step by step. Do not change the plan.'],
    [
      'auditor',
      'Checks the result against the plan',
      'Check every step of MASTER_PLAN.md against the code and the tests. End with one line: "Verdict: PASS" or "Verdict: FAIL".',
    ],
  ];
  return agents.map(([role, description, task]) => ({
    file: `${name}-${role}.md`,
    text: `---\nname: ${name}-${role}\ndescription: ${description} (workflow ${name})\n---\n\n${task}\n`,
  }));
}

/** A commented workflow, as one item of the list. */
function itemText(name: string): string {
  return `{
  // The phase files carry this name: .${name}-analysis-done, .${name}-plan-approved, .${name}-execution-done.
  "name": "${name}",
  // analysis -> plan -> your approval -> execution -> audit. Agents by the name in .claude/agents/*.md.
  "agents": {
    // Its end completes the analysis.
    "analysis": ["${name}-analyzer"],
    // Its end makes the plan wait for you: say "approve the plan", or run: gatehouse workflow approve ${name}
    "planning": ["${name}-planner"],
    // Starts only while the current plan is approved.
    "execution": ["${name}-executor"],
    // Its last line, "Verdict: PASS" or "Verdict: FAIL", completes the workflow or sends it back.
    "verification": ["${name}-auditor"]
  },
  // MCP tools that modify wait for the approval too, for example "mcp__gateway__apply" or "/mcp__db__.*/".
  "tools": [],
  // Any change to this file withdraws the approval.
  "plan": "MASTER_PLAN.md",
  // After this many failed audits you have to step in.
  "retries": 3
}`;
}

const indented = (text: string): string => text.replace(/\n/g, `\n${' '.repeat(6)}`);

/** The configuration with the workflow in it; what a person wrote is kept. Undefined if it is not a JSON object. */
export function withWorkflow(text: string, name: string): string | undefined {
  const item = itemText(name);
  const section = `"workflow": {\n    "workflows": [\n      ${indented(item)}\n    ]\n  }`;
  if (text.trim() === '') return `{\n  ${section}\n}\n`;
  const errors: ParseError[] = [];
  const top = parseTree(text, errors, { allowTrailingComma: true });
  if (top?.type !== 'object' || errors.length > 0) return undefined;
  const list = findNodeAtLocation(top, ['workflow', 'workflows']);
  if (list !== undefined) return list.type === 'array' ? insert(text, list, `\n      ${indented(item)}`) : undefined;
  const settings = findNodeAtLocation(top, ['workflow']);
  if (settings === undefined) return insert(text, top, `\n  ${section}`);
  if (settings.type !== 'object') return undefined;
  return insert(text, settings, `\n    "workflows": [\n      ${indented(item)}\n    ]`);
}

/** As the first child, right behind the bracket. */
function insert(text: string, into: Node, child: string): string {
  const at = into.offset + 1;
  const rest = text.slice(at);
  const isEmpty = (into.children ?? []).length === 0;
  return `${text.slice(0, at)}${child}${isEmpty ? '' : ','}${isEmpty && /^\s*[\]}]/.test(rest) && !rest.startsWith('\n') ? '\n' : ''}${rest}`;
}

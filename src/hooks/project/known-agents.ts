import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { ConfigProblem } from './config';
import { nearest } from './config-file';
import { linesOf } from './document';
import { claudeHome, type Env } from './home';
import type { Layer } from './layers';
import type { Place } from './place';
import { readText } from './read-file';
import type { Settings } from './settings';

/** The sub-agents that the client brings along. */
const builtIn = ['Explore', 'Plan', 'general-purpose', 'statusline-setup', 'output-style-setup', 'claude-code-guide'];

/** The sub-agents that are defined here: the client's own, the person's and the project's. */
function knownAgents(env: Env, place: Place): readonly string[] {
  const folders = [path.join(claudeHome(env), 'agents'), path.join(place.root, '.claude/agents')];
  return [...builtIn, ...folders.flatMap(agentsIn)];
}

function agentsIn(folder: string): readonly string[] {
  let files: readonly string[];
  try {
    files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
  return files
    .filter((file) => file.endsWith('.md'))
    .slice(0, 500)
    .map((file) => {
      const head = readText(path.join(folder, file), { maxBytes: 1024 * 1024 })?.slice(0, 4096) ?? '';
      return /^name:[ \t]*["']?([^"'\n]+?)["']?[ \t]*$/m.exec(head)?.[1] ?? path.basename(file, '.md');
    });
}

/** The agents of workflows that no definition answers to: their phase would never come, and their start is not held. */
export function strangeAgents(env: Env, place: Place, layers: readonly Layer[]): readonly ConfigProblem[] {
  const saying = layers.filter((layer) => layer.values.has(setting));
  if (saying.length === 0) return [];
  const known = knownAgents(env, place);
  const names = new Set(known.map((name) => name.toLowerCase()));
  return saying.flatMap((layer) => {
    const lines = linesOf(layer);
    const workflows = layer.values.get(setting) as Settings['workflow']['workflows'];
    return workflows.flatMap((workflow, index) =>
      Object.entries(workflow.agents).flatMap(([phase, agents]) =>
        agents
          // A plugin's agents are named after it, and live where only the client knows.
          .filter((agent) => !agent.includes(':') && !names.has(agent.toLowerCase()))
          .map((agent) => {
            const near = nearest(agent, known);
            const key = `${setting}.${index}.agents.${phase}`;
            const hint = near === undefined ? `define it in .claude/agents/${agent}.md` : `did you mean "${near}"?`;
            return {
              file: layer.file,
              line: lines([...key.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))]),
              key,
              message: `the workflow "${workflow.name}" names the agent "${agent}", but there is no such sub-agent; ${hint}`,
            };
          }),
      ),
    );
  });
}

const setting = 'workflow.workflows';

import path from 'node:path';
import { gate, context, deny, pass, type Ruling } from '../../pipeline/gate';
import { docGateRating, missingDocumentation } from '../../plan/annotation';
import { editTools, shellTools } from '../../protocol/tools';
import { contentAfter, fileEdits, type FileEdit } from '../../source/file-edits';
import { isProductSource } from '../../source/file-kind';
import { headerTemplate, wantsHeader } from '../../source/comments';
import { wordSet } from '../../project/text';

/** Every file states its purpose, and a large one the decision behind it. */
export const docGate = gate({
  ...docGateRating,
  title: 'Documentation gate',
  summary:
    'Requires a header in new source files, and an @decision from 50 lines on. For edits to existing files and for new Markdown at the root it only advises.',
  events: ['PreToolUse'],
  tools: [...editTools, ...shellTools],
  posture: 'open',
  async decide(call, site) {
    const edits = await fileEdits(call, site);
    const rulings = edits.flatMap((edit) => [...rootMarkdown(edit), ...documentation(edit)]);
    return rulings.length === 0 ? pass('nothing to document') : rulings;
  },
});

const customary = wordSet(
  'claude agents gemini readme master_plan changelog license licence contributing security code_of_conduct ' +
    'support governance maintainers authors architecture migration upgrading notice history releasing',
);

function rootMarkdown({ kind, extent, created }: FileEdit): readonly Ruling[] {
  const { relative } = kind;
  const name = /^([^/]+)\.mdx?$/i.exec(relative ?? '')?.[1];
  if (name === undefined || extent !== 'whole' || !created || customary.has(name.toLowerCase())) return [];
  const text = `${relative ?? ''} would be a new Markdown file at the project's root. Work in progress is better kept in an issue, lasting text in a documentation folder.`;
  return [context(text, 'a new Markdown file at the root')];
}

function documentation(edit: FileEdit): readonly Ruling[] {
  const { kind } = edit;
  const { language } = kind;
  if (language === undefined || !isProductSource(kind) || !wantsHeader(language)) return [];
  const text = contentAfter(edit);
  if (text === undefined || text.trim() === '') return [];
  const missing = missingDocumentation(text, language);
  if (missing === undefined) return [];
  const name = kind.relative ?? path.basename(kind.path);
  const template = `A header for ${name}:\n\n${headerTemplate(language)}`;
  if (edit.extent === 'whole') {
    return [
      deny(missing.rule, `${name} ${missing.lacks}`, { instead: missing.instead, part: name }),
      context(template, 'a header template'),
    ];
  }
  return [context(`${name} ${missing.lacks} ${missing.instead}`, missing.rule)];
}

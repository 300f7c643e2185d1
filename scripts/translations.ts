import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(__dirname, '..');
/** Where the texts are checked in. */
export const file = path.join(root, 'l10n/bundle.l10n.json');

/** Every text that the extension says, for translators: what stands in `l10n.t(…)` and `t(…)`, and under `word`. */
export function bundle(): string {
  const folder = path.join(root, 'src/extension');
  const texts = new Set<string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const source = readFileSync(path.join(folder, name), 'utf8');
    const visit = (node: ts.Node): void => {
      const text = translatable(node);
      if (text !== undefined) texts.add(text);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(name, source, ts.ScriptTarget.ES2022, true));
  }
  const sorted = [...texts].sort();
  return `${JSON.stringify(Object.fromEntries(sorted.map((text) => [text, text])), null, 2)}\n`;
}

function translatable(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node)) {
    const [first] = node.arguments;
    const callee = node.expression.getText();
    if (!/^(?:vscode\.l10n\.t|t)$/.test(callee) || first === undefined) return undefined;
    return ts.isStringLiteralLike(first) ? first.text : undefined;
  }
  if (!ts.isPropertyAssignment(node) || node.name.getText() !== 'word') return undefined;
  return ts.isStringLiteral(node.initializer) ? node.initializer.text : undefined;
}

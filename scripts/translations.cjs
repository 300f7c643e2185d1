'use strict';
const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const ts = require('typescript');

const root = path.resolve(__dirname, '..');
const file = path.join(root, 'l10n/bundle.l10n.json');

/** Every text that the extension says, for translators: what stands in `l10n.t(…)` and `t(…)`, and under `word`. */
function bundle() {
  const folder = path.join(root, 'src/extension');
  const texts = new Set();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const source = readFileSync(path.join(folder, name), 'utf8');
    const visit = (/** @type {import('typescript').Node} */ node) => {
      const text = translatable(node);
      if (text !== undefined) texts.add(text);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(name, source, ts.ScriptTarget.ES2022, true));
  }
  const sorted = [...texts].sort();
  return `${JSON.stringify(Object.fromEntries(sorted.map((text) => [text, text])), null, 2)}\n`;
}

/** @param {import('typescript').Node} node */
function translatable(node) {
  if (ts.isCallExpression(node)) {
    const [first] = node.arguments;
    const callee = node.expression.getText();
    if (!/^(?:vscode\.l10n\.t|t)$/.test(callee) || first === undefined) return undefined;
    return ts.isStringLiteralLike(first) ? first.text : undefined;
  }
  if (!ts.isPropertyAssignment(node) || node.name.getText() !== 'word') return undefined;
  return ts.isStringLiteral(node.initializer) ? node.initializer.text : undefined;
}

module.exports = { bundle, file };

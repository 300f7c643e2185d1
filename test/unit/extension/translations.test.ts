import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { bundle, file } from '../../../scripts/translations';
import { t, setTranslator } from '../../../src/extension/platform/text';

const root = path.resolve(__dirname, '../../..');
const manifest = readFileSync(path.join(root, 'package.json'), 'utf8');
const names = JSON.parse(readFileSync(path.join(root, 'package.nls.json'), 'utf8')) as Readonly<Record<string, string>>;

describe('what the extension says', () => {
  it('is collected for translators, every text and no other', () => {
    assert.equal(readFileSync(file, 'utf8'), bundle());
    assert.match(manifest, /"l10n": "\.\/l10n"/);
  });

  it('of the manifest has a name each, and every name is used', () => {
    const used = [...manifest.matchAll(/"%([\w.]+)%"/g)].map(([, name]) => name ?? '');
    assert.deepEqual(
      used.filter((name) => names[name] === undefined),
      [],
    );
    assert.deepEqual(
      Object.keys(names).filter((name) => !used.includes(name)),
      [],
    );
  });

  it('goes through the translations wherever the editor is told a text', () => {
    const raw: string[] = [];
    const folder = path.join(root, 'src/extension');
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const source = ts.createSourceFile(
        name,
        readFileSync(path.join(folder, name), 'utf8'),
        ts.ScriptTarget.ES2022,
        true,
      );
      const visit = (node: ts.Node): void => {
        const shown =
          ts.isPropertyAssignment(node) &&
          /^(?:title|label|tooltip|description|detail|reason|placeHolder)$/.test(node.name.getText());
        if (shown && ts.isStringLiteral(node.initializer) && /[A-Za-z]{2} [a-z]/.test(node.initializer.text)) {
          raw.push(`${name}: ${node.initializer.text}`);
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
    assert.deepEqual(raw, []);
  });

  it('is said in the person’s language, also by modules that know no editor', () => {
    assert.equal(t('{0} min ago', 3), '3 min ago');
    setTranslator((text, ...parts) => `${text.toUpperCase()} ${parts.join()}`.trim());
    assert.equal(t('{0} min ago', 3), '{0} MIN AGO 3');
    setTranslator((text, ...parts) => text.replace(/\{(\d+)\}/g, (_, index: string) => String(parts[Number(index)])));
  });
});

import assert from 'node:assert/strict';
import { annotationsOf, documentationFix, missingDocumentation } from '../../../src/hooks/plan/annotation';
import { wantsHeader } from '../../../src/hooks/source/comments';
import { languageOf, languages } from '../../../src/hooks/source/file-kind';

function mended(file: string, text: string): string {
  const language = languageOf(file);
  assert.ok(language);
  const missing = missingDocumentation(text, language);
  assert.ok(missing, `${file} lacks something`);
  const { offset, text: added } = documentationFix(missing.rule, text, language);
  return text.slice(0, offset) + added + text.slice(offset);
}

describe('what a file does not say about itself', () => {
  for (const language of languages.filter(wantsHeader)) {
    it(`is mended by the gate's own template: ${language.name}`, () => {
      const file = `a.${language.extensions[0]}`;
      const bare = 'x\n'.repeat(60);
      const withHeader = mended(file, bare);
      assert.equal(missingDocumentation(withHeader, language), undefined);
      assert.deepEqual(
        annotationsOf(withHeader, language).map(({ id, rationale }) => [id, rationale]),
        [['DEC-COMPONENT-001', true]],
      );
      const [mark, , close] = language.docStrings ? ['"""', '', '"""'] : [];
      const header = mark === undefined ? `${language.line[0]} What it is.` : `${mark}What it is.${close}`;
      const withDecision = mended(file, `${header}\n${bare}`);
      assert.ok(withDecision.startsWith(header));
      assert.equal(missingDocumentation(withDecision, language), undefined);
    });
  }

  const places: readonly (readonly [string, string, string, string])[] = [
    ['a shebang', 'a.sh', '#!/bin/sh\nx\n', '#!/bin/sh\n# What this'],
    ['PHP’s opening', 'a.php', '<?php\nx();\n', '<?php\n/**\n * What this'],
    ['Python’s coding line', 'a.py', '# -*- coding: utf-8 -*-\nx\n', '# -*- coding: utf-8 -*-\n"""\nWhat this'],
    ['a byte order mark', 'a.ts', '\uFEFFx\n', '\uFEFF/**\n * What this'],
  ];
  for (const [name, file, text, expected] of places) {
    it(`goes behind ${name}`, () => assert.equal(mended(file, text).slice(0, expected.length), expected));
  }

  it('puts a decision behind the whole header, not into it', () => {
    const body = 'x();\n'.repeat(60);
    assert.match(mended('a.ts', `// One.\n// Two.\n${body}`), /^\/\/ One\.\n\/\/ Two\.\n\/\*\*\n \* @decision/);
    assert.match(mended('a.ts', `/**\n * One.\n */\n${body}`), /^\/\*\*\n \* One\.\n \*\/\n\/\*\*\n \* @decision/);
    assert.match(mended('a.py', `"""One."""\n${body}`), /^"""One\."""\n# @decision/);
  });
});

import { codeView } from '../../../source/code-view';
import { languageOf } from '../../../source/language';
import type { Mock, MockReader } from './mock';

/** Languages whose mock libraries replace interfaces of the project: the form alone tells. */
interface Forms {
  readonly extension: string;
  readonly inside: RegExp;
  /** What stands for the outside world where the form names it. */
  readonly boundary?: RegExp;
}

const forms: Readonly<Record<string, Forms>> = {
  go: { extension: 'x.go', inside: /\bgomock\s*\.|\bmockgen\b|\bNewMock\w*\s*\(|\.EXPECT\s*\(\s*\)|\bmock\s*\.\s*Mock\b|\.On\s*\(\s*"/g },
  java: { extension: 'x.java', inside: /\bMockito\s*\.|@(?:Mock|MockBean|MockitoBean|InjectMocks|Spy)\b|(?<![.\w])(?:mock|spy)\s*\(\s*\w+\s*\.\s*class\b/g },
  kotlin: { extension: 'x.kt', inside: /\bmockk\s*[<(]|@MockK\b|(?<![.\w])(?:every|coEvery)\s*\{|\bMockito\s*\./g },
  ruby: {
    extension: 'x.rb',
    inside: /\b(?:allow|expect|allow_any_instance_of)\s*\(\s*[\w:@.]+\s*\)\s*\.(?:to|not_to)\s+receive\b|\b(?:instance_double|class_double|double)\s*\(/g,
    boundary: /\b(?:allow|expect)\s*\(\s*(?:Net::|Faraday|HTTParty|RestClient|Excon|File\b|Dir\b|IO\b|Time\b|Date\b|Process\b|Kernel\b|ENV\b|Open3|Aws::|Stripe::|Redis\b|SecureRandom)/,
  },
  rust: { extension: 'x.rs', inside: /#\[(?:cfg_attr\(\s*test\s*,\s*)?(?:mockall::)?automock\b|\bmock!\s*[{(]|\bMock\w+::(?:new|default)\s*\(/g },
}; // prettier-ignore

export function compiledMocks(kind: keyof typeof forms): MockReader {
  const form = forms[kind];
  const language = form && languageOf(form.extension);
  return (text) => {
    if (form === undefined || language === undefined) return [];
    const { bare, code } = codeView(text, language);
    return [...bare.matchAll(form.inside)].map((match): Mock => {
      const line = code.slice(match.index, match.index + 120).split('\n')[0] ?? '';
      return { text: match[0].trim(), of: form.boundary?.test(line) === true ? 'boundary' : 'inside' };
    });
  };
}

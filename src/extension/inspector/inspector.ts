import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Trace } from '../../hooks/pipeline/trace';
import { lazySchema } from '../../hooks/project/lazy-schema';
import { route } from '../../hooks/review/routing';
import { toolOutput } from '../../hooks/review/tool-output';
import { commandOf, pickRecorded, type RecordedCalls } from '../decisions/recorded';
import { DisposableOwner } from '../platform/disposables';
import { createPage, fillPage } from '../platform/page';
import { t } from '../platform/text';
import { commandPage, effectsOfCommand, provenanceOf, routingPage, type OutputSource } from './pages';
import { escaped } from './html';
import { messageOf } from '../../hooks/project/text';

interface InspectorKind {
  readonly viewType: string;
  readonly title: string;
  /** What the text field is for. */
  readonly prompt: string;
  /** The height of the text field in lines. */
  readonly rows: number;
  /** The kinds of text; two or more are shown as a list to choose from. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly actions: readonly { readonly id: string; readonly label: string }[];
  /** The result as a page fragment. All text in it is escaped. */
  inspect(input: InspectorInput): Promise<string> | string;
  /** Runs a button's action and returns the text to show. */
  act(action: string, input: InspectorInput): Promise<InspectorInput | undefined>;
}

interface InspectorInput {
  readonly text: string;
  readonly choice: string;
}

const Message = lazySchema(() =>
  z.union([
    z.object({ kind: z.literal('input'), id: z.number(), text: z.string(), choice: z.string() }),
    z.object({ kind: z.literal('action'), action: z.string(), text: z.string(), choice: z.string() }),
  ]),
);

/** A page with a text field that shows its result while the person types. There is one page of each kind. */
export class Inspector extends DisposableOwner {
  private panel: vscode.WebviewPanel | undefined;

  constructor(
    private readonly kind: InspectorKind,
    private readonly media: vscode.Uri,
    private readonly failed: (error: unknown) => void,
  ) {
    super();
  }

  async show(input: InspectorInput): Promise<void> {
    const panel = (this.panel ??= this.open());
    panel.webview.html = await this.page(input, panel.webview);
    panel.reveal();
  }

  /** Shows the page with its last input; a new page begins with this choice. */
  async reveal(choice: string): Promise<void> {
    if (this.panel === undefined) await this.show({ text: '', choice });
    else this.panel.reveal();
  }

  private open(): vscode.WebviewPanel {
    const { viewType, title } = this.kind;
    const panel: vscode.WebviewPanel = createPage(this.media, {
      viewType,
      title,
      enableFindWidget: true,
      messages: Message,
      received: (message) => this.onMessage(message, panel.webview),
      failed: this.failed,
      closed: () => (this.panel = undefined),
    });
    return this.ds.add(panel);
  }

  private async onMessage(data: z.infer<typeof Message>, webview: vscode.Webview): Promise<void> {
    try {
      if (data.kind === 'action') {
        const next = await this.kind.act(data.action, data);
        if (next !== undefined) await this.show(next);
      } else await webview.postMessage({ id: data.id, html: await this.kind.inspect(data) });
    } catch (error) {
      this.failed(error);
      await webview.postMessage({
        ...(data.kind === 'input' && { id: data.id }),
        html: `<p class="deny">${escaped(messageOf(error))}</p>`,
      });
    }
  }

  private page({ text, choice }: InspectorInput, webview: vscode.Webview): Promise<string> {
    const { viewType, title, prompt, rows, choices, actions } = this.kind;
    const options = choices.map(
      ({ value, label }) =>
        `<option value="${escaped(value)}"${value === choice ? ' selected' : ''}>${escaped(label)}</option>`,
    );
    const buttons = actions.map(
      ({ id, label }) => `<button type="button" class="secondary" data-action="${id}">${escaped(label)}</button>`,
    );
    return fillPage(this.media, 'inspector.html', webview, {
      viewType,
      title: escaped(title),
      prompt: escaped(prompt),
      text: escaped(text),
      rows: String(rows),
      options: options.join(''),
      buttons: buttons.join(''),
      choosing: choices.length < 2 ? 'hidden' : '',
    });
  }
}

/** Shows what a command line would run and what the gates would decide. */
export function commandInspector(parts: RecordedCalls): InspectorKind {
  const { folders } = parts;
  const folderOf = (choice: string) => folders.all.find(({ root }) => root === choice) ?? folders.active;
  return {
    viewType: 'gatehouse.commandInspector',
    title: t('Inspect Command'),
    prompt: t('Try a command (it will not be executed)'),
    rows: 4,
    get choices() {
      return folders.all.map(({ root, name }) => ({ value: root, label: name }));
    },
    actions: [
      { id: 'copy', label: t('Copy as Test Case') },
      { id: 'rule', label: t('Make a Rule…') },
      { id: 'pick', label: t('Pick a Recorded Command…') },
    ],
    inspect: ({ text, choice }) => {
      const folder = folderOf(choice);
      if (folder === undefined || text.trim() === '') return '';
      return commandPage(text, folder);
    },
    async act(action, { text, choice }) {
      if (action === 'pick') {
        const isCommand = ({ tool, event }: Trace) => tool === 'Bash' && event === 'PreToolUse';
        const picked = await pickRecorded(t('Inspect which command?'), isCommand, parts);
        return picked && { text: commandOf(picked.trace), choice: picked.folder.root };
      }
      if (action === 'rule') {
        await vscode.commands.executeCommand('gatehouse.makeRule', { command: text, root: choice });
        return undefined;
      }
      const folder = folderOf(choice);
      const effects = folder === undefined ? undefined : await effectsOfCommand(text, folder);
      await vscode.env.clipboard.writeText(`${JSON.stringify({ tool: 'Bash', command: text, effects })}\n`);
      return undefined;
    },
  };
}

const sources: readonly OutputSource[] = ['reviewer', 'code_review', 'doc_review', 'precommit'];

const sourceOf = ({ choice }: InspectorInput): OutputSource =>
  sources.find((source) => source === choice) ?? 'reviewer';

/** The output of a recorded call, if it can be read. */
export function outputOf({ call }: Trace): string | undefined {
  const output = toolOutput(call?.tool_response ?? call?.tool_output);
  return output.kind === 'text' ? output.text : undefined;
}

/** Shows how a review's output is read, line by line. */
export function routingInspector(parts: RecordedCalls): InspectorKind {
  return {
    viewType: 'gatehouse.routingInspector',
    title: t('Inspect Review Output'),
    prompt: t('Output of a review, or a recorded tool result'),
    rows: 10,
    choices: [
      { value: 'reviewer', label: t("a reviewer's answer") },
      { value: 'code_review', label: t('output of a code review command') },
      { value: 'doc_review', label: t('output of a doc review command') },
      { value: 'precommit', label: t('output of a precommit command') },
    ],
    actions: [
      { id: 'test', label: t('Use as Regression Test') },
      { id: 'pick', label: t('Pick a Recorded Call…') },
    ],
    inspect: (input) => routingPage(input.text, sourceOf(input)),
    async act(action, input) {
      if (action === 'pick') {
        const hasOutput = (trace: Trace) => trace.event === 'PostToolUse' && outputOf(trace) !== undefined;
        const picked = await pickRecorded(t('Read the output of which call?'), hasOutput, parts);
        return picked === undefined ? undefined : { ...input, text: outputOf(picked.trace) ?? '' };
      }
      const output = toolOutput(input.text);
      const provenance = provenanceOf(sourceOf(input));
      const expected = route(output.kind === 'text' ? output.text : '', provenance).changes;
      const content = `${JSON.stringify({ text: input.text, provenance, expected }, null, 2)}\n`;
      const document = await vscode.workspace.openTextDocument({ language: 'json', content });
      await vscode.window.showTextDocument(document);
      return undefined;
    },
  };
}

import * as vscode from 'vscode';
import { gatehouseHome, type Env } from '../../hooks/project/home';
import { Disposables, type Disposable } from '../platform/disposables';
import { t } from '../platform/text';
import type { ModelServer } from './model-server';

/** The models that the person may use here; the first one is asked. */
export type Models = () => Thenable<readonly Pick<vscode.LanguageModelChat, 'sendRequest'>[]>;

const setting = 'gatehouse.llmReview.editorModels';

/** Offers the editor's language models to llm-review, as long as the person allows it and trusts the workspace. */
export class EditorModels implements Disposable {
  private readonly ds = new Disposables();
  private door: ModelServer | undefined;
  private turn: Promise<void> = Promise.resolve();
  private over = false;

  constructor(
    private readonly env: Env,
    private readonly version: string,
    private readonly allowed: () => boolean,
    private readonly failed: (error: unknown) => void,
    private readonly models: Models = () => vscode.lm.selectChatModels(),
  ) {
    this.ds.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(setting)) void this.settle();
      }),
    );
    this.ds.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && this.door?.advertise()));
    this.ds.add(vscode.workspace.onDidGrantWorkspaceTrust(() => void this.settle()));
  }

  /** Starts or stops the server, one change after the other. */
  settle(): Promise<void> {
    this.turn = this.turn.then(() => this.change()).catch(this.failed);
    return this.turn;
  }

  private async change(): Promise<void> {
    const wanted = !this.over && this.allowed();
    if (wanted === (this.door !== undefined)) return;
    this.door?.close();
    this.door = undefined;
    if (!wanted) return;
    const home = gatehouseHome(this.env);
    const { ModelServer } = await import(/* webpackChunkName: "late" */ './model-server');
    const server = await ModelServer.open(home, this.version, (question, signal) => this.ask(question, signal));
    if (this.over) server.close();
    else this.door = server;
  }

  private async ask(question: { system: string; user: string }, signal: AbortSignal): Promise<string> {
    const [model] = await this.models();
    if (model === undefined) throw new Error('The editor has no language model.');
    const cancellation = new vscode.CancellationTokenSource();
    const cancel = () => cancellation.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const messages = [question.system, question.user].map((text) => vscode.LanguageModelChatMessage.User(text));
      const justification = t('Gatehouse asks whether a shell command of the agent is safe.');
      const response = await model.sendRequest(messages, { justification }, cancellation.token);
      let text = '';
      for await (const piece of response.text) text += piece;
      return text;
    } finally {
      signal.removeEventListener('abort', cancel);
      cancellation.dispose();
    }
  }

  dispose(): void {
    this.over = true;
    this.ds.dispose();
    this.door?.close();
    this.door = undefined;
  }
}

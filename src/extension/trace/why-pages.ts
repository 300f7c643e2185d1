import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { lazyObject } from '../../hooks/project/lazy-schema';
import { isEventName } from '../../hooks/protocol/events';
import { allowanceOf } from '../store/folder';
import { sessionsOf } from '../decisions/grouping';
import { sessionName } from '../decisions/labels';
import { effectsOfCommand } from '../inspector/pages';
import { DisposableOwner } from '../platform/disposables';
import { createPage, fillPage } from '../platform/page';
import { allowanceMs } from '../../hooks/pipeline/allowance';
import { allGates, gatesFor } from '../../hooks/pipeline/catalog';
import type { DecisionStore } from '../store/decision-store';
import type { DecisionNode } from '../tree/decisions-tree';
import { GateNode } from '../tree/hook-nodes';
import { whyPage, whyTitle, type WhyFacts } from './why-page';
import { escaped } from '../inspector/html';

const Message = lazyObject(() => ({ action: z.string(), file: z.optional(z.string()), line: z.optional(z.number()) }));

/** Shows decisions as pages, one after the other in the same preview tab. */
export class WhyPages extends DisposableOwner {
  private panel: vscode.WebviewPanel | undefined;
  private shown: DecisionNode | undefined;
  /** As the page says. */
  private allowedUntil: number | undefined;

  constructor(
    private readonly decisions: DecisionStore,
    private readonly media: vscode.Uri,
    private readonly failed: (error: unknown) => void,
  ) {
    super();
    // Allowing a call, undoing it and using it up are recorded, too.
    this.ds.add(
      decisions.onDidChange(({ folder }) => {
        const node = this.shown;
        if (node?.folder === folder && allowedUntil(node) !== this.allowedUntil)
          void this.fill(node).catch(this.failed);
      }),
    );
  }

  async open(node: DecisionNode): Promise<void> {
    const panel = (this.panel ??= this.ds.add(
      createPage(this.media, {
        viewType: 'gatehouse.why',
        title: '',
        enableFindWidget: true,
        closed: () => (this.panel = undefined),
        failed: this.failed,
        messages: Message,
        received: (message) => this.onMessage(message),
      }),
    ));
    this.shown = node;
    await this.fill(node);
    panel.reveal();
  }

  private async fill(node: DecisionNode): Promise<void> {
    const { panel } = this;
    if (panel === undefined) return;
    this.allowedUntil = allowedUntil(node);
    const title = whyTitle(node.row);
    panel.title = title;
    const content = whyPage(node.row, await this.factsOf(node));
    panel.webview.html = await fillPage(this.media, 'why.html', panel.webview, { title: escaped(title), content });
  }

  private async factsOf({ folder, trace }: DecisionNode): Promise<WhyFacts> {
    const asked = new Set(trace.gates.map(({ id }) => id));
    const readers = isEventName(trace.event) ? await gatesFor(trace.event, trace.tool) : [];
    const last = readers.findIndex(({ id }) => id === trace.gates.at(-1)?.id);
    const ended = trace.verdict.decision === 'deny' && trace.only === undefined && last >= 0;
    const sessions = sessionsOf(this.decisions.of(folder));
    const session = sessions.find(({ id }) => id === trace.session) ?? { id: trace.session, prompt: undefined };
    return {
      now: folder.services.clock.now(),
      session: sessionName(session),
      titles: new Map((await allGates()).map(({ gate }) => [gate.id, gate.title])),
      skipped: ended
        ? readers
            .slice(last + 1)
            .filter(({ id }) => !asked.has(id))
            .map(({ title }) => title)
        : [],
      effects:
        trace.tool === 'Bash' && trace.event === 'PreToolUse' ? await effectsOfCommand(trace.subject, folder) : [],
      allowedUntil: this.allowedUntil,
    };
  }

  private async onMessage({ action, file, line }: z.infer<typeof Message>): Promise<void> {
    const node = this.shown;
    if (node === undefined) return;
    if (action === 'open') {
      if (file !== undefined) await openFile(path.resolve(node.folder.root, file), line);
      return;
    }
    const command = commands[action];
    if (command === undefined) return;
    const argument = action === 'setLevel' ? await gateNode(node) : node;
    await vscode.commands.executeCommand(command, argument);
  }
}

function allowedUntil({ folder, trace }: DecisionNode): number | undefined {
  const allowance = allowanceOf(folder, trace);
  return allowance && allowance.at + allowanceMs;
}

const commands: Readonly<Record<string, string>> = {
  allowOnce: 'gatehouse.allowOnce',
  undoAllowOnce: 'gatehouse.undoAllowOnce',
  makeRule: 'gatehouse.makeRule',
  setLevel: 'gatehouse.setGateLevel',
  inspect: 'gatehouse.inspectCommand',
  copy: 'gatehouse.copyCommand',
  text: 'gatehouse.showAsText',
};

async function gateNode({ folder, trace }: DecisionNode): Promise<GateNode | undefined> {
  const gate = (await allGates()).map((one) => one.gate).find(({ id }) => id === trace.verdict.gate);
  return gate && new GateNode(folder, gate);
}

async function openFile(file: string, line: number | undefined): Promise<void> {
  const at = new vscode.Position((line ?? 1) - 1, 0);
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file), { selection: new vscode.Range(at, at) });
}

import * as vscode from 'vscode';
import { docGateRating } from '../../hooks/plan/annotation';
import { fileKind, isProductSource } from '../../hooks/source/file-kind';
import { wantsHeader } from '../../hooks/source/comments';
import { DisposableOwner } from '../platform/disposables';
import type { ConfigStore } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { plans, sources } from './ids-in-document';
import type { LanguageFeatures } from './features';

const both = [plans, sources];

/**
 * Editor support for plans and decisions. Its code is a separate chunk, which is loaded when a plan is opened, or source
 * in a folder that requires documentation.
 */
export class Language extends DisposableOwner {
  private readonly lensesChanged = this.ds.add(new vscode.EventEmitter<void>());
  private loading: Promise<LanguageFeatures> | undefined;

  constructor(
    private readonly folders: OpenFolders,
    config: ConfigStore,
    private readonly failed: (error: unknown) => void,
  ) {
    super();
    this.register();
    const check = (document: vscode.TextDocument) => this.check(document);
    this.ds.add(vscode.workspace.onDidOpenTextDocument(check));
    this.ds.add(vscode.workspace.onDidChangeTextDocument(({ document }) => check(document)));
    this.ds.add(config.onDidChange(() => this.checkAll()));
    this.ds.add(folders.onDidChange(() => this.checkAll()));
    this.checkAll();
  }

  private register(): void {
    const { languages: registry } = vscode;
    const features = () => this.features();
    const providers = [
      registry.registerHoverProvider(both, {
        provideHover: async (document, at) => (await features()).hover(document, at),
      }),
      registry.registerDocumentLinkProvider(both, {
        provideDocumentLinks: async (document) => (await features()).links(document),
      }),
      registry.registerDefinitionProvider(both, {
        provideDefinition: async (document, at) => (await features()).definition(document, at),
      }),
      registry.registerReferenceProvider(both, {
        provideReferences: async (document, at) => (await features()).references(document, at),
      }),
      registry.registerCompletionItemProvider(
        both,
        { provideCompletionItems: async (document, at) => (await features()).completions(document, at) },
        '-',
      ),
      registry.registerCodeLensProvider(plans, {
        onDidChangeCodeLenses: this.lensesChanged.event,
        provideCodeLenses: async (document) => (await features()).lenses(document),
      }),
      registry.registerCodeActionsProvider(
        both,
        { provideCodeActions: async (document, _range, context) => (await features()).quickFixes(document, context) },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
    ];
    for (const provider of providers) this.ds.add(provider);
  }

  private checkAll(): void {
    for (const document of vscode.workspace.textDocuments) this.check(document);
  }

  private check(document: vscode.TextDocument): void {
    if (this.isWanted(document)) void this.features().then((features) => features.check(document));
    // Its gate may have been turned off since.
    else void this.loading?.then((features) => features.forget(document));
  }

  private isWanted(document: vscode.TextDocument): boolean {
    if (document.uri.scheme !== 'file') return false;
    return vscode.languages.match(plans, document) > 0 || this.isUndocumented(document);
  }

  private isUndocumented(document: vscode.TextDocument): boolean {
    const folder = this.folders.of(document.uri);
    if (folder === undefined || folder.config.level(docGateRating) === 'off') return false;
    const kind = fileKind(folder.root, this.folders.pathOf(document.uri));
    return kind.language !== undefined && isProductSource(kind) && wantsHeader(kind.language);
  }

  private features(): Promise<LanguageFeatures> {
    this.loading ??= import(/* webpackChunkName: "late" */ './features').then(({ LanguageFeatures }) => {
      const features = this.ds.add(new LanguageFeatures(this.folders, this.failed));
      this.ds.add(features.onDidChange(() => this.lensesChanged.fire()));
      return features;
    });
    return this.loading;
  }
}

/** What the scripted model asks for: one tool call with an input, or with a text of no further form. */
export interface Step {
  readonly name: string;
  /** Of a server's tool, where the client keeps it apart. */
  readonly namespace?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly custom?: string;
}

/** What the program inside the namespace is told. */
export interface Order {
  readonly client: string;
  readonly command: readonly string[];
  readonly base: string;
  readonly project: string;
  readonly home: string;
  readonly product: string;
  readonly steps: readonly Step[];
  readonly scope: string;
  readonly path: string;
  readonly timeoutMs: number;
}

/** What it leaves behind. */
export interface Outcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The installer's own words. */
  readonly installed: { readonly code: number | null; readonly stdout: string; readonly stderr: string };
  /** Everything that was new in each request to the model. */
  readonly heard: readonly string[];
}

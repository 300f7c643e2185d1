/** What a text says of an act that cannot be taken back. */
export interface Suspicion {
  readonly why: string;
  /** It concerns something that lasts, so not even a question that is registered as two-way is answered. */
  readonly grave: boolean;
}

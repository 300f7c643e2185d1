/** A state file that must not be touched: what happened, and what a person can do about it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    message: string,
    readonly wayForward: string,
  ) {
    super(`${message} ${wayForward}`);
  }
}

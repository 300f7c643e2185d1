/** An error whose message says what happened and what a person can do about it. */
export class ActionableError extends Error {
  override readonly name = 'ActionableError';

  constructor(
    message: string,
    readonly whatToDo: string,
  ) {
    super(`${message} ${whatToDo}`);
  }
}

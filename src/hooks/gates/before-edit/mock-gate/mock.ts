/** A mock that a test sets up: what stands in for what. */
export interface Mock {
  /** As written: `jest.mock('./db')`. */
  readonly text: string;
  /** Inside the project, or behind its outer boundary (network, clock, file system, third parties). */
  readonly of: 'inside' | 'boundary';
}

/** Reads the mocks of one test text. `whole` is the file around it, for its imports. */
export type MockReader = (text: string, whole: string, root: string) => readonly Mock[];

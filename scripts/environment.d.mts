export interface Surroundings {
  readonly folder: string;
  readonly env: Readonly<
    Record<'PATH' | 'LANG' | 'CI' | 'HOME' | 'TMPDIR' | 'GATEHOUSE_HOME' | 'CLAUDE_CONFIG_DIR', string>
  >;
  /** Removes the folder with everything in it. */
  readonly clear: () => void;
}

/** The temp directory of a run, in memory where that can be. */
export function temporary(): string;

/** PATH without the programs of this checkout's packages. */
export const systemPath: string;

export function freshEnvironment(label: string): Surroundings;

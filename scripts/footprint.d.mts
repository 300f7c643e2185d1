export interface Footprint {
  readonly lines: ReadonlySet<string>;
  readonly changes: string;
}

export function footprint(home?: string): Footprint;
export function differences(before: Footprint, after: Footprint): readonly string[];

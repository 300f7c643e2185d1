import type { Counts, Results } from './schedule.mjs';

export function sentence(counts: Counts): string;
export function total(results: Results): Counts;
export function summary(results: Results): readonly string[];
export function sourceOf(file: string | undefined): string | undefined;
export function lineOf(source: string | undefined, title: string, stack?: string): number | undefined;

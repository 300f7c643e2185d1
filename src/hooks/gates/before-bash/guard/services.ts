import { effectRule, objection, written, type EffectRule } from './rule';

/** Systems whose data a project cannot bring back by itself. */
const databases: ReadonlySet<string> = new Set(
  'postgres mysql sqlite duckdb sqlserver clickhouse cockroach cassandra database mongodb redis'.split(' '),
);

const way = 'Work on a copy of the database, or ask the person to run it.';

export const serviceRules: readonly EffectRule[] = [
  effectRule('destroy-data', 'service', ({ access, system, why = 'It destroys a database.' }, invocation) =>
    access === 'destroy' && databases.has(system) ? objection(written(invocation), why, way) : undefined,
  ),
];

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { jsonSchema } from '../src/hooks/configuration/json-schema';
import { allGates } from '../src/hooks/pipeline/catalog';
import * as approvals from './approvals-page';
import * as configuration from './configuration-page';
import * as gates from './gates-page';
import * as translations from './translations';

const file = path.resolve(__dirname, '../schemas/gatehouse.schema.json');

/** The schema as it is checked in: prettier's form, so that no other step wants to change it. */
async function text(): Promise<string> {
  const all = (await allGates()).map(({ gate }) => gate);
  const options = { ...(await resolveConfig(file)), filepath: file };
  return format(JSON.stringify(jsonSchema(all)), options);
}

async function write(): Promise<void> {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, await text());
  writeFileSync(gates.file, await gates.page());
  writeFileSync(approvals.file, await approvals.page());
  writeFileSync(configuration.file, await configuration.page());
  mkdirSync(path.dirname(translations.file), { recursive: true });
  writeFileSync(translations.file, translations.bundle());
}

void write();

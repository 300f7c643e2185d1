'use strict';
const { mkdirSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { format, resolveConfig } = require('prettier');
const { allGates } = require('../src/hooks/pipeline/catalog.ts');
const { jsonSchema } = require('../src/hooks/configuration/json-schema.ts');
const approvals = require('./approvals-page.cjs');
const configuration = require('./configuration-page.cjs');
const gates = require('./gates-page.cjs');
const translations = require('./translations.cjs');

const file = path.resolve(__dirname, '../schemas/gatehouse.schema.json');

/** The schema as it is checked in: prettier's form, so that no other step wants to change it. */
async function text() {
  const all = (await allGates()).map(({ gate }) => gate);
  const options = { ...(await resolveConfig(file)), filepath: file };
  return format(JSON.stringify(jsonSchema(all)), options);
}

async function write() {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, await text());
  writeFileSync(gates.file, await gates.page());
  writeFileSync(approvals.file, await approvals.page());
  writeFileSync(configuration.file, await configuration.page());
  mkdirSync(path.dirname(translations.file), { recursive: true });
  writeFileSync(translations.file, translations.bundle());
}

void write();

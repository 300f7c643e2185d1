import { archives } from './tables/archives';
import { builds } from './tables/builds';
import { cloud } from './tables/cloud';
import { containers } from './tables/containers';
import { databases } from './tables/databases';
import { files } from './tables/files';
import { infrastructure } from './tables/infrastructure';
import { toolchains } from './tables/toolchains';
import { git } from './tables/git';
import { github } from './tables/github';
import { network } from './tables/network';
import { packages } from './tables/packages';
import { shell } from './tables/shell';
import { mac, system } from './tables/system';
import { text } from './tables/text';
import { Lookup } from './rule';

/** What each program's words mean, one table per family. A program that is not here is unknown. */
export const programs = new Lookup(
  text,
  files,
  shell,
  git,
  packages,
  containers,
  cloud,
  infrastructure,
  toolchains,
  github,
  network,
  databases,
  system,
  mac,
  archives,
  builds,
);

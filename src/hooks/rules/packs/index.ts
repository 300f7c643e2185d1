import type { Pack } from '../rule';
import { cloud } from './cloud';
import { containers } from './containers';
import { databases } from './databases';
import { github } from './github';
import { kubernetes } from './kubernetes';
import { publishing } from './publishing';
import { remoteMachines } from './remote-machines';

/** Every pack, in the order of the Hooks view. */
export const packs: readonly Pack[] = [cloud, kubernetes, containers, databases, publishing, github, remoteMachines];

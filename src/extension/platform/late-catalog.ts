import type * as catalog from '../../hooks/pipeline/catalog';

/**
 * Stands in for the catalog in the editor's bundle: the gates lie in the runner's files beside it, and are loaded when
 * one is first needed. That is never while the extension activates.
 */
const library = () => import('../../hooks/library');

export const allGates: typeof catalog.allGates = async () => (await library()).allGates();

export const gatesFor: typeof catalog.gatesFor = async (event, tool) => (await library()).gatesFor(event, tool);

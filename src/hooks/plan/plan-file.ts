export const planFile = 'MASTER_PLAN.md';

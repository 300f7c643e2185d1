/** Says in the command line of an entry which client it is for. */
export const clientFlag = '--client';

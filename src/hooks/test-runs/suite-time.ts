/** How long one run of a suite may take. */
export const suiteMs = 600_000;

/** Whether this is `bun run test:full`, which runs whole matrices where `bun run test` runs representative rows. */
export const isFullRun = process.env.TEST_RUN === 'full'

/** Journeys with this tag run only in `bun run test:full`. */
export const FULL_RUN_TAG = '@full'

/** The details of a journey beyond the main path of its feature: `test('…', inFullRun(), async …)`, also for some rows of a matrix. */
export const inFullRun = (isBeyond = true) => (isBeyond ? { tag: FULL_RUN_TAG } : {})

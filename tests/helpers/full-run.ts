/** Whether this is `bun run test:full`, which runs whole matrices where `bun run test` runs representative rows. */
export const isFullRun = process.env.TEST_RUN === 'full'

/** API responses of component tests that the real API would not send. The preloaded `dom.ts` fails the test that used them. */
export const invalidFixtures: unknown[] = []

import { pagePaths } from '#contract/paths.ts'

/** Pages without incoming links: the sign-up creates its token and ends at the welcome page. */
const UNLINKED: string[] = [`${pagePaths.tryForFree}/:token`, pagePaths.welcome]

export const isUnlinked = (path: string) => UNLINKED.includes(path)

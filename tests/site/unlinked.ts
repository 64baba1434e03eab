import { pagePaths } from '#contract/paths.ts'

/** Pages that nothing leads to: the sign-up makes its token itself (decision 17), and ends at the welcome. */
const UNLINKED: string[] = [`${pagePaths.tryForFree}/:token`, pagePaths.welcome]

export const isUnlinked = (path: string) => UNLINKED.includes(path)

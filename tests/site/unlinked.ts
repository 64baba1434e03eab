import { pagePaths } from '#contract/paths.ts'

/** Pages without incoming links: the sign-up creates its token and ends at the welcome page; no sample post names an author. */
const UNLINKED: string[] = [`${pagePaths.tryForFree}/:token`, pagePaths.welcome, pagePaths.author(':id')]

export const isUnlinked = (path: string) => UNLINKED.includes(path)

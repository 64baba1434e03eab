import { version as installed } from '#package.json'

/** Of the running code, by Semantic Versioning. */
export const version: string = installed

/** What the database has in place of a text that need not be read again. */
export const fingerprintOf = (...texts: readonly string[]): string => Bun.SHA256.hash(JSON.stringify(texts), 'hex')

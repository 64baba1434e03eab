import { startSiteInGit } from '#tests/helpers/site-in-git.ts'

const isControl = (one: string) => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(one)

/** A hostile text as one plain line, for a title or a name. */
export const asWords = (text: string, max: number) =>
  Array.from(text, (one) => (isControl(one) ? ' ' : one))
    .join('')
    .trim()
    .slice(0, max)
    .trim() || 'empty'

/** The text of a post file: JSON is YAML. Without NUL bytes, because a file with one is rejected. */
export function hostilePost(body: string, frontMatter: Record<string, unknown>): string {
  const lines = Object.entries(frontMatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n').replaceAll('\\u0000', '')}\n---\n${body.replaceAll('\0', '')}\n`
}

/** Categories and tags with these names and the same ids. */
export const hostileNames = (id: string, text: string): Record<string, string> => {
  const name = `name: ${JSON.stringify(asWords(`${id} ${text}`, 60))}\n`
  return { [`categories/${id}.yml`]: name, [`tags/${id}.yml`]: name }
}

/** The real site on temporary folders, with these files in its committed content. */
export const hostileSite = (files: Record<string, string>) => startSiteInGit(files, 'First', { RATE_LIMITS: 'off' })

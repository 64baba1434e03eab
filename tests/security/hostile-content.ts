import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { startSite } from '#tests/helpers/site.ts'

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
export async function hostileSite(files: Record<string, string>, environment: Record<string, string> = {}) {
  const site = await startSite({ RATE_LIMITS: 'off', ...environment })
  await site.stop()
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(site.content, path)), { recursive: true })
    await writeFile(join(site.content, path), text)
  }
  const dir = dirname(site.content)
  await writeFile(join(dir, '.gitignore'), 'storage/private/\n')
  const who = ['-c', 'user.name=An Editor', '-c', 'user.email=editor@site.example', '-c', 'init.defaultBranch=main']
  const git = (...words: string[]) => execFileSync('git', ['-C', dir, ...who, ...words], { encoding: 'utf8' })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-q', '-m', 'First')
  await site.start()
  return site
}

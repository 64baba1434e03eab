import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'playwright/test'
import { startSite } from './site.ts'

/**
 * A site whose content is in a git checkout, with these files of content in addition: path → text. `git` runs in it, `commit` stores a
 * file of content there and commits it.
 */
export async function startSiteInGit(
  files: Record<string, string> = {},
  message = 'First',
  environment: Record<string, string> = {},
) {
  const site = await startSite(environment, async (dir) => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(dir, 'content', path)), { recursive: true })
      await writeFile(join(dir, 'content', path), text)
    }
    await writeFile(join(dir, '.gitignore'), 'storage/private/\n')
    gitIn(dir, 'init', '-q')
    gitIn(dir, 'add', '-A')
    gitIn(dir, 'commit', '-q', '-m', message)
  })
  const git = (...words: string[]) => gitIn(dirname(site.content), ...words)
  async function commit(path: string, text: string, subject: string) {
    const file = join(site.content, path)
    await writeFile(file, text)
    // Git is busy for a moment while the site commits a save.
    await expect(() => git('add', file)).toPass()
    await expect(() => git('commit', '-q', '-m', subject, '--', file)).toPass()
  }
  return { ...site, git, commit }
}

export type SiteInGit = Awaited<ReturnType<typeof startSiteInGit>>

const WHO = ['-c', 'user.name=An Editor', '-c', 'user.email=editor@site.example', '-c', 'init.defaultBranch=main']
const gitIn = (dir: string, ...words: string[]) =>
  execFileSync('git', ['-C', dir, ...WHO, ...words], { encoding: 'utf8' }).trim()

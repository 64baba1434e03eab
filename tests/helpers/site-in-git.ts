import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { startSite } from './site.ts'

/** A separate site whose content is in a git checkout, with these files of content in addition: path → text. `git` runs in it. */
export async function startSiteInGit(
  files: Record<string, string> = {},
  message = 'First',
  environment: Record<string, string> = {},
) {
  const site = await startSite(environment, async (dir) => {
    for (const [path, text] of Object.entries(files)) await writeFile(join(dir, 'content', path), text)
    await writeFile(join(dir, '.gitignore'), 'storage/private/\n')
    gitIn(dir, 'init', '-q')
    gitIn(dir, 'add', '-A')
    gitIn(dir, 'commit', '-q', '-m', message)
  })
  const git = (...words: string[]) => gitIn(dirname(site.content), ...words)
  return { ...site, git }
}

const WHO = ['-c', 'user.name=An Editor', '-c', 'user.email=editor@site.example', '-c', 'init.defaultBranch=main']
const gitIn = (dir: string, ...words: string[]) =>
  execFileSync('git', ['-C', dir, ...WHO, ...words], { encoding: 'utf8' }).trim()

import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { startSite } from './site.ts'

/** A separate site whose content is in a git checkout, with these files of content in addition: path → text. `git` runs in it. */
export async function startSiteInGit(files: Record<string, string> = {}, message = 'First') {
  const site = await startSite()
  await site.stop()
  const dir = dirname(site.content)
  for (const [path, text] of Object.entries(files)) await writeFile(join(site.content, path), text)
  await writeFile(join(dir, '.gitignore'), 'storage/private/\n')
  const who = ['-c', 'user.name=An Editor', '-c', 'user.email=editor@site.example', '-c', 'init.defaultBranch=main']
  const git = (...words: string[]) => execFileSync('git', ['-C', dir, ...who, ...words], { encoding: 'utf8' }).trim()
  git('init', '-q')
  git('add', '-A')
  git('commit', '-q', '-m', message)
  await site.start()
  return { ...site, git }
}

import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Old, so that it is on no first page. */
export const aPost = (title: string, text: string) =>
  `---\ntitle: ${title}\nsummary: How many there are.\ncategory: production\ndate: 2019-02-03\n---\n${text}\n`

/** Pushes a branch from a clone of this repository, with these files of content or what `change` makes there. */
export async function pushBranch(
  repository: string,
  name: string,
  files: Record<string, string>,
  change: (clone: string) => Promise<void> = async () => {},
): Promise<void> {
  const clone = await mkdtemp(join(tmpdir(), 'editor-'))
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', clone, '-c', 'user.name=Ed', '-c', 'user.email=ed@x.example', ...words])
  git('clone', '-q', repository, '.')
  git('switch', '-q', '-c', name)
  for (const [file, text] of Object.entries(files)) await writeFile(join(clone, 'content', file), text)
  await change(clone)
  git('add', '-A', '-f')
  git('commit', '-q', '-m', 'Count the racks')
  git('push', '-q', 'origin', name)
  await rm(clone, { recursive: true })
}

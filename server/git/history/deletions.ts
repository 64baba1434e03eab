import { isContentFile } from '#server/content/files/content-files.ts'
import { isPictureFile } from '#server/content/files/post-names.ts'
import type { Git } from '#server/git/runner/run-git.ts'

/** The files of posts that one commit deleted: paths inside the content folder, and git's ids of their last bytes. */
export type Deletion = { at: string; author: string; files: { file: string; blob: string }[] }

/** A renamed file is not deleted. A merge is compared with its first parent only, and stands for all commits of the other side. */
const LOG = [
  'log',
  '-M',
  '--diff-filter=D',
  '--first-parent',
  '--diff-merges=first-parent',
  '--raw',
  '--no-abbrev',
  '-z',
]
/** No name in a commit contains control characters. */
const FORMAT = '%x01%aI%x00%an'
const HEAD = /^([^\0]+)\0([^\0]*)\0/
const FILE = /:\d+ \d+ (\w+) \w+ D\0([^\0]+)\0/g

/** The last commits that deleted files of posts, newest first, with one git process. `prefix`: of the content folder. Throws `GitError`. */
export async function readDeletions(git: Git, prefix: string, commits: number): Promise<Deletion[]> {
  const options = ['--no-ext-diff', '--no-textconv', `--max-count=${commits}`, `--format=${FORMAT}`]
  const listed = new TextDecoder().decode(await git.bytes([...LOG, ...options, '--', `${prefix}posts`]))
  return listed.split('\u0001').flatMap((entry) => {
    const [, at, author = ''] = HEAD.exec(entry) ?? []
    if (at === undefined) return []
    const files = [...entry.matchAll(FILE)].map(([, blob = '', path = '']) => ({
      file: path.slice(prefix.length),
      blob,
    }))
    return [{ at: new Date(at).toISOString(), author, files: files.filter(({ file }) => isContentFile(file)) }]
  })
}

/** The images that were deleted together with a post. */
export const imagesOf = ({ files }: Deletion, folder: string) =>
  files.filter(({ file }) => isPictureFile(file) && file.startsWith(`${folder}/`))

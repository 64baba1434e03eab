import { lstat, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Repository } from './repository.ts'
import { GitError } from './run-git.ts'

/** What a merge does to one file. `mode` is the new one: `000000` deletes it. */
export type TreeChange = { path: string; mode: string }

const NAMED_MAX = 5

/** The remote changes files that the site does not take over. */
export class RemoteRejectedError extends Error {
  override name = 'RemoteRejected'
  readonly state = 'rejected'
  readonly files: readonly string[]
  constructor(files: readonly string[]) {
    const more = files.length > NAMED_MAX ? ` and ${files.length - NAMED_MAX} more` : ''
    super(
      `the remote changes what the site does not take over: ${files.slice(0, NAMED_MAX).join(', ')}${more}. It takes over plain files in the content folder and in storage/public`,
    )
    this.files = files
  }
}

/** What the checkout would change by going from one commit to another. `head` is `undefined` on a branch without commits. */
export async function changesBetween(
  { git }: Repository,
  head: string | undefined,
  goal: string,
): Promise<TreeChange[]> {
  if (head === undefined) return pairs(await git(['ls-tree', '-r', '-z', '--format=%(objectmode)%x00%(path)', goal]), 0)
  return pairs(await git(['diff-tree', '-r', '-z', '--no-renames', '--raw', head, goal]), 1)
}

/** Facts and paths take turns; `at` is where among the facts the mode is. */
function pairs(listed: string, at: number): TreeChange[] {
  const fields = listed.split('\0').filter(Boolean)
  return fields.flatMap((facts, index) =>
    index % 2 === 0 ? [{ mode: facts.split(' ')[at] ?? '', path: fields[index + 1] ?? '' }] : [],
  )
}

/**
 * Says which changes of a remote the site takes over: plain files in these folders that are not in `privateDir`. Links,
 * submodules and executables are none. Folders outside the repository allow nothing.
 */
export async function allowedChanges({ root }: Repository, folders: readonly string[], privateDir: string) {
  const allowed = (await Promise.all(folders.map((folder) => prefixOf(root, folder)))).filter(
    (one) => one !== undefined,
  )
  const denied = await prefixOf(root, privateDir)
  // Some file systems do not tell capitals from small letters.
  const isDenied = (path: string) => denied !== undefined && path.toLowerCase().startsWith(denied.toLowerCase())
  return ({ path, mode }: TreeChange): boolean =>
    (mode === '100644' || mode === '000000') && allowed.some((prefix) => path.startsWith(prefix)) && !isDenied(path)
}

/** `content/`, or an empty text for the root itself; `undefined` for a folder outside. */
export async function prefixOf(root: string, folder: string): Promise<string | undefined> {
  const path = relative(root, await realFolder(folder))
  if (path === '') return ''
  return path === '..' || path.startsWith(`..${sep}`) ? undefined : `${path.split(sep).join('/')}/`
}

/** Of a folder that may not be there yet. */
const realFolder = (folder: string): Promise<string> =>
  realpath(folder).catch(async () => join(await realFolder(join(folder, '..')), folder.split(sep).at(-1) ?? ''))

/** On a branch without commits git overwrites ignored files. Throws `GitError` where any file is there already. */
export async function refuseExisting({ root }: Repository, changes: readonly TreeChange[]): Promise<void> {
  for (const { path } of changes) {
    const found = await lstat(join(root, path)).catch(() => undefined)
    if (found) throw new GitError('merge', `the remote has ${path}, and a file of this name is here in no commit`)
  }
}

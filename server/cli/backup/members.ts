import { join, resolve } from 'node:path'
import { blobId, type Files, prefixOf, type Repository } from '#server/git/runner/repository.ts'
import { isDiskError, OperatorError } from '#server/lib/errors.ts'
import type { Archive, Pieces } from './archive.ts'
import type { Manifest } from './manifest.ts'
import { shownPath } from './names.ts'
import { type LargeFile, type LeftOut, linkTarget, type Tree } from './tree.ts'

/** The checkout and its commit; `blobs`: the files of that. */
export type CommitState = { repository: Repository; head: string; blobs: Files }

/** Of git, for a file of gigabytes. */
const LONG = { timeoutMs: 600_000 }
/** Of a link in a commit. */
const LINK_MODE = '120000'

/** What an archive contains, for its manifest. */
export type Members = Pick<Manifest, 'members' | 'committed'> & { links: string[]; emptyFolders: string[] }

/** Returns a file, the reason why it cannot be read, or `undefined`: it is no part of the backup. */
type Reader = (file: string) => Promise<Uint8Array | LargeFile | string | undefined>

/** Adds files to an archive, except what the commit contains like this. What it cannot hold is in `leftOut`. */
export function createMembers(archive: Archive, commit: CommitState | undefined) {
  const added: Members = { members: [], committed: [], links: [], emptyFolders: [] }
  const leftOut: LeftOut[] = []

  async function add(path: string, size: number, pieces: Pieces): Promise<void> {
    added.members.push(await archive.add(path, size, pieces))
  }

  async function addFile(path: string, bytes: Uint8Array, inCommit: boolean): Promise<void> {
    const { byteLength: size } = bytes
    if (inCommit) added.committed.push({ path, sha256: Bun.SHA256.hash(bytes, 'hex'), size })
    else await add(path, size, [bytes])
  }

  /** Throws `OperatorError` for a file that has changed since it was read first. */
  async function addLarge(path: string, file: LargeFile, inCommit: boolean): Promise<void> {
    const { size, sha256 } = file
    if (inCommit) {
      added.committed.push({ path, sha256, size })
      return
    }
    // No more than its size: tar has written that already.
    const written = await archive.add(path, size, Bun.file(file.path).slice(0, size).stream()).catch(throwChanged)
    if (written.sha256 !== sha256) throwChanged()
    added.members.push(written)

    function throwChanged(error?: unknown): never {
      if (isDiskError(error) || error instanceof OperatorError) throw error
      throw new OperatorError(`${path} changed while it was copied. Please try again.`)
    }
  }

  /** Adds what is below a folder. Returns the number of files. Throws what the disk throws. */
  async function addTree(tree: Tree, dir: string, read: Reader): Promise<number> {
    const { part, files, links, emptyFolders } = tree
    const prefix = commit && (await prefixOf(commit.repository, dir))
    /** Whether the commit has these bytes at this path, as a file or as a link. */
    const committedBlob = (path: string, asLink: boolean): string | undefined => {
      const found = prefix === undefined ? undefined : commit?.blobs.get(prefix + path)
      return found && (found.mode === LINK_MODE) === asLink ? (found.blob ?? undefined) : undefined
    }
    const isCommitted = (path: string, bytes: Uint8Array, asLink: boolean) =>
      committedBlob(path, asLink) === blobId(bytes, commit?.head ?? '')
    /** The same, by git, which reads a file in pieces. */
    const isLargeCommitted = async (path: string, file: LargeFile) =>
      commit !== undefined &&
      committedBlob(path, false) !== undefined &&
      committedBlob(path, false) ===
        (await commit.repository.git(['hash-object', '--no-filters', '--', resolve(file.path)], LONG))
    const leaveOut = (path: string, reason: string) => leftOut.push({ path: `${part}/${shownPath(path)}`, reason })
    let count = 0
    leftOut.push(...tree.leftOut)
    for (const file of files) {
      const found = await read(file)
      if (typeof found === 'string') leaveOut(file, found)
      if (found === undefined || typeof found === 'string') continue
      const path = `${part}/${file}`
      if (found instanceof Uint8Array) await addFile(path, found, isCommitted(file, found, false))
      else await addLarge(path, found, await isLargeCommitted(file, found))
      count++
    }
    for (const link of links) {
      const target = await linkTarget(join(dir, link))
      if (target && isCommitted(link, target, true)) added.links.push(`${part}/${link}`)
      else if (target) leaveOut(link, 'it is a symbolic link')
    }
    added.emptyFolders.push(...emptyFolders.map((folder) => `${part}/${folder}`))
    return count
  }

  return { added, leftOut, add, addTree }
}

import { join } from 'node:path'
import { blobId, type Files, prefixOf, type Repository } from '#server/git/runner/repository.ts'
import type { Archive, Pieces } from './archive.ts'
import type { Manifest } from './manifest.ts'
import { shownPath } from './names.ts'
import { type LeftOut, linkTarget, type Tree } from './tree.ts'

/** The checkout and its commit; `blobs`: the files of that. */
export type CommitState = { repository: Repository; head: string; blobs: Files }

/** Of a link in a commit. */
const LINK_MODE = '120000'

/** What an archive contains, for its manifest. */
export type Members = Pick<Manifest, 'members' | 'committed'> & { links: string[]; emptyFolders: string[] }

/** Returns the bytes of a file, the reason why there are none, or `undefined`: it is no part of the backup. */
type Reader = (file: string) => Promise<Uint8Array | string | undefined>

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

  /** Adds what is below a folder. Returns the number of files. Throws what the disk throws. */
  async function addTree(tree: Tree, dir: string, read: Reader): Promise<number> {
    const { part, files, links, emptyFolders } = tree
    const prefix = commit && (await prefixOf(commit.repository, dir))
    /** Whether the commit has these bytes at this path, as a file or as a link. */
    const isCommitted = (path: string, bytes: Uint8Array, asLink: boolean) => {
      const found = prefix === undefined ? undefined : commit?.blobs.get(prefix + path)
      return (
        found !== undefined && (found.mode === LINK_MODE) === asLink && found.blob === blobId(bytes, commit?.head ?? '')
      )
    }
    const leaveOut = (path: string, reason: string) => leftOut.push({ path: `${part}/${shownPath(path)}`, reason })
    let count = 0
    leftOut.push(...tree.leftOut)
    for (const file of files) {
      const bytes = await read(file)
      if (typeof bytes === 'string') leaveOut(file, bytes)
      if (bytes === undefined || typeof bytes === 'string') continue
      await addFile(`${part}/${file}`, bytes, isCommitted(file, bytes, false))
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

import { basename } from 'node:path'
import type { MediaItem } from '#contract/media.ts'
import { storageUrl } from '#contract/paths.ts'
import { pictureOf } from '#contract/pictures.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { imageOf, nameFor } from '#server/content/files/post-names.ts'
import { ownerOf, postsShowing } from '#server/content/snapshot/picture-uses.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { pathInside } from '#server/storage/files.ts'
import type { Details, ImageDetails } from './image-details.ts'
import { mentionsIn, stemOf } from './image-mentions.ts'
import type { ImageUses } from './image-uses.ts'
import { factsOf, type LibraryFile, type LibraryFiles, type ReadLibrary } from './library-files.ts'

type MediaItemsDeps = {
  /** The content folder. */
  dir: string
  readLibrary: ReadLibrary
  uses: ImageUses
  /** The stored path of a co-located image; `undefined` until it is encoded. */
  storedPath(post: Pick<PostEntry, 'file'>, name: string): string | undefined
  /** What administrators have written and not saved, as one text. */
  unsavedText(): Promise<string>
  details: Pick<ImageDetails, 'all'>
}

/** An image, and who uses it. */
export type MediaRecord = Omit<MediaItem, 'added'> & {
  changedMs: number
  users: readonly PostEntry[]
  /** The administrator who uploaded it. */
  addedBy: string | null
}
export type MediaRecords = { all: readonly MediaRecord[]; get(file: string): MediaRecord | undefined }
/** `deleted`: images that are read as if they were still stored. */
export type ReadMedia = (snapshot: Snapshot, deleted?: readonly LibraryFile[]) => Promise<MediaRecords>

export const isUsed = ({ users, elsewhere }: MediaRecord): boolean => users.length > 0 || elsewhere

type Undetailed = Omit<MediaRecord, 'name' | 'caption' | 'addedBy'>

/** What the library says of an image comes before what a text says of it. */
const withDetails = (image: Undetailed, { name, alt, caption, by }: Details = {}): MediaRecord => ({
  ...image,
  alt: alt || image.alt,
  name: name ?? null,
  caption: caption ?? '',
  addedBy: by ?? null,
})

function withFiles({ byPath, find }: LibraryFiles, files: readonly LibraryFile[]): LibraryFiles {
  const byStem = new Map(files.map((file) => [stemOf(file.picture.path), file]))
  return {
    byPath: new Map([...files.map((file) => [file.picture.path, file] as const), ...byPath]),
    find: (path) => find(path) ?? byStem.get(stemOf(path)),
  }
}

/** The path of an image in the folder of a post, in requests. */
const COLOCATED = 'content/'
/** The path inside the content folder; `undefined` for an image of the library. */
export const colocatedFile = (file: string): string | undefined =>
  file.startsWith(COLOCATED) ? file.slice(COLOCATED.length) : undefined

/** Reads all images of the library and of the folders of posts, with their users. */
export function createMediaReader(deps: MediaItemsDeps): ReadMedia {
  const { dir, readLibrary, uses, storedPath, unsavedText, details } = deps
  return async function readMedia(snapshot, deleted = []) {
    const library = withFiles(await readLibrary(), deleted)
    const users = new Map<string, { posts: Set<PostEntry>; alt: string }>()
    for (const [post, named] of await uses.namedBy(snapshot)) {
      for (const [mention, alt] of named) {
        const path = library.find(mention)?.picture.path
        if (path === undefined) continue
        const found = users.get(path) ?? { posts: new Set(), alt: '' }
        users.set(path, { posts: found.posts.add(post), alt: found.alt || alt })
      }
    }
    const unsaved = await unsavedText()
    const others = mentionsIn(`${otherTexts(snapshot)} ${unsaved}`)
    const elsewhere = new Set(others.map((mention) => library.find(mention)?.picture.path))
    const colocated = colocatedRecords(snapshot, unsaved)
    const shown = new Set(colocated.map(({ path }) => path))
    const stored = [...library.byPath.values()].flatMap((file) => {
      const used = users.get(file.picture.path)
      const isElsewhere = elsewhere.has(file.picture.path)
      // What the site has made of an image in the folder of a post.
      if (!used && !isElsewhere && shown.has(file.picture.path)) return []
      return [libraryRecord(file, [...(used?.posts ?? [])], used?.alt ?? '', isElsewhere)]
    })
    const known = await details.all()
    const all = [...stored, ...colocated].map((one) => withDetails(one, known.get(one.file)))
    const byFile = new Map(all.map((one) => [one.file, one]))
    return { all, get: (file) => byFile.get(file) }
  }

  function colocatedRecords(snapshot: Snapshot, unsaved: string): Undetailed[] {
    return [...snapshot.pictures.keys()].flatMap((file) => {
      const facts = factsOf(pathInside(dir, file))
      if (!facts) return []
      const users = [...postsShowing(snapshot, file)]
      const own = ownerOf(snapshot, file) ?? users[0]
      const name = own ? nameFor(own.file, file) : basename(file)
      const path = own && storedPath(own, name)
      const alt = users.find((post) => post.image !== null && imageOf(post.file, post.image) === file)?.imageAlt ?? ''
      const elsewhere = unsaved.includes(basename(file))
      const picture = path === undefined ? { path: '', alt, widths: [] } : pictureOf(path, alt)
      return [{ ...picture, file: COLOCATED + file, url: name, ...facts, users, ...linksOf(users), elsewhere }]
    })
  }
}

function libraryRecord(
  { picture, bytes, changedMs }: LibraryFile,
  users: readonly PostEntry[],
  alt: string,
  elsewhere: boolean,
): Undetailed {
  const { path } = picture
  return { ...picture, alt, file: path, url: storageUrl(path), bytes, changedMs, users, ...linksOf(users), elsewhere }
}

const linksOf = (users: readonly PostEntry[]) => ({ used_in: users.map(({ id, title }) => ({ id, title })) })

/** The content besides posts that can name an image. */
const otherTexts = ({ authors, landings, legal, site }: Snapshot): string =>
  JSON.stringify([[...authors.values()], [...landings.values()], [...legal.values()], site])

/** The files of the content besides posts that name one of these images. */
export function otherFiles({ authors, landings, legal, site }: Snapshot, isNamed: (text: string) => boolean): string[] {
  const entries = [...authors.values(), ...landings.values()].map((entry) => [entry.file, entry] as const)
  const texts = [...legal].map(([id, text]) => [`legal/${id}.md`, text] as const)
  return [...entries, ...texts, ['site.yml', site] as const].flatMap(([file, value]) =>
    isNamed(JSON.stringify(value)) ? [file] : [],
  )
}

export const toItem = ({ changedMs, users: _users, addedBy: _addedBy, ...record }: MediaRecord): MediaItem => ({
  ...record,
  added: new Date(changedMs).toISOString(),
})

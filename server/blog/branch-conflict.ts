import type { PostForm } from '#contract/post-form.ts'
import type { StalePost } from '#contract/posts.ts'
import { revisionOf } from '#server/content/files/content-files.ts'
import { bodyOf, decodeFields, decodePost, editPost, readFields, withKey } from '#server/content/files/post-file.ts'
import { mergePost } from '#server/content/merge-post.ts'
import { withTerms } from '#server/content/snapshot/post-terms.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { ConflictError } from '#server/lib/errors.ts'
import { ifValid } from '#server/text/front-matter/content-file-error.ts'
import { asInFile, conflictsOf, fieldsOf } from './post-changes.ts'
import { sourceOf } from './post-shapes.ts'

/** A post that a branch and the live site have changed since `base`. */
export type PostSides = { file: string; base: string; branch: string; live: string }

const OTHER_KEYS =
  'Both have changed front matter that this dialog does not show. Merge the live branch into the branch, and push it again.'

/** Both changes as one, as far as they do not conflict. Throws `ConflictError` where a conflict cannot be asked about. */
function merge(sides: PostSides) {
  const { file, base, branch, live } = sides
  const mine = { ...decodeFields(branch, file), body: bodyOf(branch) }
  const merged = mergePost({ base, mine, theirs: live, file })
  const text = ifValid(() => withOtherKeys(merged.text, sides))
  if (text === undefined) throw new ConflictError(OTHER_KEYS)
  return { ...merged, text }
}

/**
 * The text with what the branch does to keys that are no fields of posts. `undefined`: both have changed one, or it is inside of
 * another one that is no map in the live post. Throws `ContentFileError`.
 */
function withOtherKeys(text: string, { file, base, branch, live }: PostSides): string | undefined {
  const before = otherKeys(base, file)
  const wanted = otherKeys(branch, file)
  const now = otherKeys(live, file)
  const maps = mapsIn(branch, file)
  const names = [...new Set([...before.keys(), ...wanted.keys()])].filter(
    (name) => !Bun.deepEquals(wanted.get(name), before.get(name)) && !Bun.deepEquals(wanted.get(name), now.get(name)),
  )
  // `listed: false` alone is a draft, so what the branch says about that is written first.
  let edited = names.includes('listed') ? withDraft(text, branch, file) : text
  for (const name of names) {
    if (!Bun.deepEquals(now.get(name), before.get(name))) return
    const parent = name.slice(0, Math.max(0, name.lastIndexOf('.')))
    const isNew = maps.has(parent) && readFields(edited, file).data[parent] === undefined
    if (maps.has(parent) && !isNew && !mapsIn(edited, file).has(parent)) return
    edited = isNew ? withKey(edited, parent, maps.get(parent)) : withKey(edited, name, wanted.get(name))
  }
  const all = editPost(edited, decodeFields(text, file), file)
  const { data } = readFields(all, file)
  return names.every((name) => Bun.deepEquals(data[name], wanted.get(name))) ? all : undefined
}

function withDraft(text: string, branch: string, file: string): string {
  const { keys, data } = readFields(branch, file)
  return (keys.get('draft') ?? []).reduce((edited, name) => withKey(edited, name, data[name]), text)
}

/** The keys that are no fields of posts, by their paths, and their values. */
function otherKeys(text: string, file: string): Map<string, unknown> {
  const { data, keys } = readFields(text, file)
  const names = Object.keys(data)
  const ofFields = new Set([...keys.values()].flat())
  const isOther = (name: string) => !ofFields.has(name) && !names.some((one) => one.startsWith(`${name}.`))
  return new Map(names.filter(isOther).map((name) => [name, data[name]]))
}

/** The keys that have keys of their own. */
function mapsIn(text: string, file: string): Map<string, unknown> {
  const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  return new Map(Object.entries(readFields(text, file).data).filter(([, value]) => isMap(value)))
}

const revisionIn = (text: string) => revisionOf(new TextEncoder().encode(text))

function sourceIn(text: string, { file, live }: PostSides, snapshot: Snapshot) {
  const revision = revisionIn(live)
  return sourceOf(withTerms(decodePost(file, text, revision), snapshot), text, snapshot)
}

/** What a person has to decide, as for a save: mine is the branch, theirs is live. Throws `ContentFileError` for an invalid text, and what `merge` throws. */
export function branchConflict(sides: PostSides, snapshot: Snapshot): StalePost {
  const merged = merge(sides)
  return {
    message: 'The branch and the live site have changed the same parts.',
    base: sourceIn(sides.base, sides, snapshot),
    current: sourceIn(sides.live, sides, snapshot),
    merged: sourceIn(merged.text, sides, snapshot),
    ...conflictsOf(merged),
  }
}

/** The file that a person has made of both. `undefined`: the live post has changed since. Throws `ContentFileError`, and what `merge` throws. */
export function resolvedPost(sides: PostSides, form: PostForm, snapshot: Snapshot): string | undefined {
  if (form.revision !== revisionIn(sides.live)) return
  const { file, branch, live } = sides
  const { text } = merge(sides)
  const fields = asInFile(fieldsOf(form, imageOf(form, [text, branch, live], sides, snapshot)), file, text, snapshot)
  return editPost(text, { ...fields, body: form.content }, file)
}

/** The image as the file names it that shows the one of the form. Absent: that of the live post. */
function imageOf({ image_path }: PostForm, texts: readonly string[], sides: PostSides, snapshot: Snapshot) {
  if (image_path === '') return null
  const wanted = image_path ?? sourceIn(sides.live, sides, snapshot).image
  const shown = texts.find((text) => sourceIn(text, sides, snapshot).image === wanted)
  return shown === undefined ? undefined : decodeFields(shown, sides.file).image
}

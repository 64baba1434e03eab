import { basename } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import type { ImageUse } from '#contract/media.ts'
import { AGREEMENT_PATH, PRIVACY_POLICY_PATH, pagePaths } from '#contract/paths.ts'
import type { Content } from '#server/content/content.ts'
import { bodyOf, type PostEntry } from '#server/content/files/post-file.ts'
import { imageOf } from '#server/content/files/post-names.ts'
import { findLanding } from '#server/content/snapshot/landing.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { referencesIn, withoutCode } from '#server/text/scan/references.ts'
import { mentionsIn, stemOf } from './image-mentions.ts'
import { colocatedFile, type MediaRecord } from './media-items.ts'

type WhereUsedDeps = {
  content: Pick<Content, 'snapshot' | 'text'>
  /** What administrators have written and not saved, as one text. */
  unsavedText(): Promise<string>
}

const legalPages: Readonly<Record<string, { title: string; url: string }>> = {
  'privacy-policy': { title: 'Privacy policy', url: PRIVACY_POLICY_PATH },
  'subscription-agreement': { title: 'Subscription agreement', url: AGREEMENT_PATH },
}

/** Lists each place that shows an image, with what opens it. */
export function createWhereUsed({ content, unsavedText }: WhereUsedDeps) {
  return async function whereUsed(image: MediaRecord): Promise<ImageUse[]> {
    const colocated = colocatedFile(image.file)
    const isNamed = (text: string) =>
      colocated === undefined
        ? mentionsIn(text).some((path) => stemOf(path) === stemOf(image.path))
        : text.includes(basename(colocated))
    const snapshot = content.snapshot()
    const ofPosts = await Promise.all(image.users.map((post) => usesIn(post, image)))
    const others = colocated === undefined ? usesOutsidePosts(snapshot, isNamed) : []
    const isUnsaved = isNamed(await unsavedText())
    return [
      ...ofPosts.flat(),
      ...others,
      ...(isUnsaved ? [{ kind: 'unsaved' as const, title: 'An unsaved text', url: adminPaths.unsavedPage }] : []),
    ]
  }

  async function usesIn(post: PostEntry, { file, path }: MediaRecord): Promise<ImageUse[]> {
    const colocated = colocatedFile(file)
    const isSame = (named: string) =>
      colocated === undefined
        ? mentionsIn(named).some((one) => stemOf(one) === stemOf(path))
        : imageOf(post.file, named) === colocated
    const use = { title: post.title, url: pagePaths.adminEdit(post.id) }
    const isFeatured = post.image !== null && isSame(post.image)
    const body = bodyOf(await content.text(post))
    const isInText = referencesIn(withoutCode(body, post.format), post.format).some(({ to }) => isSame(to))
    return [
      ...(isFeatured ? [{ kind: 'featured' as const, ...use }] : []),
      // Also where only code or a comment names it: it counts as used.
      ...(isInText || !isFeatured ? [{ kind: 'text' as const, ...use }] : []),
    ]
  }
}

function usesOutsidePosts(snapshot: Snapshot, isNamed: (text: string) => boolean): ImageUse[] {
  const { authors, landings, legal, site } = snapshot
  const shows = (value: unknown) => isNamed(JSON.stringify(value))
  return [
    ...[...authors].flatMap(([id, entry]) =>
      shows(entry) ? [{ kind: 'author' as const, title: entry.name, url: pagePaths.author(id) }] : [],
    ),
    ...[...landings].flatMap(([id, entry]) =>
      shows(entry) ? [{ kind: 'page' as const, title: findLanding(snapshot, id)?.title ?? id, url: `/${id}` }] : [],
    ),
    ...[...legal].flatMap(([id, text]) =>
      shows(text) ? [{ kind: 'page' as const, title: id, url: null, ...legalPages[id] }] : [],
    ),
    ...(shows(site) ? [{ kind: 'settings' as const, title: 'Settings of the site', url: pagePaths.home }] : []),
  ]
}
export type WhereUsed = ReturnType<typeof createWhereUsed>

import type { BranchPage } from '#contract/branches.ts'
import { pageTextIds } from '#contract/page-texts.ts'
import { PRIVACY_POLICY_PATH, pagePaths } from '#contract/paths.ts'
import { stateOf } from '#server/content/publication.ts'
import { fileOfTerm, isUnfiled } from '#server/content/snapshot/post-terms.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'

/** A page of a file, as visitors see it. Its path is null where they have none. */
type FilePage = { title: string; path: string | null }

/** The pages of changed files without the branch and with it. Files that are no page, such as images, are left out. */
export function changedPages(files: readonly string[], live: Snapshot, merged: Snapshot, now: Date): BranchPage[] {
  return files.flatMap((file) => {
    const before = pageOf(live, file, now)
    const after = pageOf(merged, file, now)
    const title = after?.title ?? before?.title
    return title === undefined ? [] : [{ title, file, before: before?.path ?? null, after: after?.path ?? null }]
  })
}

function pageOf(snapshot: Snapshot, file: string, now: Date): FilePage | undefined {
  const { posts, ids, authors, landings, site } = snapshot
  const post = posts.get(ids.get(file) ?? '')
  if (post) return { title: post.title, path: stateOf(post, now) === 'live' ? pagePaths.post(post.id) : null }
  if (file === 'site.yml') return { title: site.name, path: pagePaths.home }
  if (file === 'plans.yml') return { title: 'Prices', path: pagePaths.pricing }
  if (file === 'legal/privacy-policy.md') return { title: 'Privacy policy', path: PRIVACY_POLICY_PATH }
  const author = [...authors].find(([, one]) => one.file === file)
  if (author) return { title: author[1].name, path: pagePaths.author(author[0]) }
  const texts = pageTextIds.find((id) => file === `pages/${id}.yml`)
  if (texts) return { title: texts, path: pageOfTexts[texts] }
  const landing = [...landings].find(([, one]) => one.file === file)
  if (landing) return { title: landing[0], path: `/${landing[0]}` }
  return termPage(snapshot, file, now)
}

const pageOfTexts = {
  home: pagePaths.home,
  features: pagePaths.features,
  pricing: pagePaths.pricing,
  'learn-more': pagePaths.learnMore,
}

/** A term that no live post has is no page. */
function termPage({ posts, categories, tags }: Snapshot, file: string, now: Date): FilePage | undefined {
  const live = () => [...posts.values()].filter((post) => stateOf(post, now) === 'live')
  for (const [id, term] of categories)
    if (isIn(file, 'categories', id, term)) {
      const isUsed = live().some(({ category }) => category === id)
      return { title: term.name, path: isUsed ? pagePaths.category(id) : null }
    }
  for (const [id, term] of tags)
    if (isIn(file, 'tags', id, term)) {
      const isUsed = live().some(({ tags: own }) => own.includes(id))
      return { title: term.name, path: isUsed ? pagePaths.tag(id) : null }
    }
}

const isIn = (file: string, kind: 'categories' | 'tags', id: string, term: { file: string }) =>
  !isUnfiled(term) && (term.file === file || fileOfTerm(kind, id) === file)

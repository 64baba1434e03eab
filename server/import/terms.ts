import { stringify } from 'yaml'
import { cutText } from '#contract/cut-text.ts'
import { TERM_NAME_MAX_CHARACTERS } from '#contract/limits.ts'
import { isReadable } from '#server/content/files/decode-file.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import type { BuildContext } from '#server/import/source/candidate.ts'
import { decoded } from '#server/import/source/images.ts'
import type { ImportedAuthor, ImportedTerm } from '#server/import/source/imported.ts'
import { makeId } from '#server/text/scan/make-id.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import { normalize } from '#server/text/scan/words.ts'

const DESCRIPTION_MAX_CHARACTERS = 300
const BIOGRAPHY_MAX_CHARACTERS = 2_000

type Kind = 'categories' | 'tags' | 'authors'

/**
 * Finds terms and authors by name or id among those of the site, and makes files for the others. One instance serves one
 * run, so that two posts share a new term.
 */
export function createTerms(snapshot: Pick<Snapshot, Kind>) {
  /** The texts of new files, by path inside the content folder. */
  const created = new Map<string, string>()
  const ids: Record<Kind, Map<string, string>> = { categories: new Map(), tags: new Map(), authors: new Map() }
  for (const kind of ['categories', 'tags', 'authors'] as const)
    for (const { id, name } of snapshot[kind].values()) ids[kind].set(normalize(name), id)

  function idOf(kind: Kind, name: string, slug: string, text: (name: string) => string): string {
    const key = normalize(name)
    const found = ids[kind].get(key)
    if (found !== undefined) return found
    const wanted = makeId(decoded(slug), '') || makeId(name, '')
    if (wanted === '') return name
    // An id that exists is that of another name: the posts mean the same by it.
    if (!snapshot[kind].has(wanted) && !created.has(`${kind}/${wanted}.yml`)) {
      const file = `${kind}/${wanted}.yml`
      const written = text(name)
      if (!isReadable(file, Buffer.from(written))) return kind === 'authors' ? wanted : name
      created.set(file, written)
    }
    ids[kind].set(key, wanted)
    return wanted
  }

  return {
    created: created as ReadonlyMap<string, string>,
    termId: (kind: 'categories' | 'tags', { name, slug, description }: ImportedTerm): string =>
      idOf(kind, name.trim() || slug, slug, (written) =>
        yaml({
          name: cutText(written, TERM_NAME_MAX_CHARACTERS).trim(),
          description: cutText(toPlainText('html', description), DESCRIPTION_MAX_CHARACTERS),
        }),
      ),
    authorId: ({ name, slug, bio, url }: ImportedAuthor): string =>
      idOf('authors', name.trim() || slug, slug, (written) => authorText(written, bio, url)),
  } satisfies Pick<BuildContext, 'termId' | 'authorId'> & { created: unknown }
}

/** A biography or link that an author's file must not have, such as an e-mail address, is left out. */
function authorText(name: string, bio: string, url: string): string {
  const biography = cutText(toPlainText('html', bio), BIOGRAPHY_MAX_CHARACTERS)
  const links = url === '' ? undefined : [{ label: URL.parse(url)?.hostname ?? url, url }]
  const texts = [{ name, biography, links }, { name, links }, { name, biography }, { name }].map(yaml)
  return texts.find((text) => isReadable('authors/a.yml', Buffer.from(text))) ?? yaml({ name })
}

const yaml = (fields: Record<string, unknown>) =>
  stringify(Object.fromEntries(Object.entries(fields).filter(([, value]) => value)), { lineWidth: 0 })

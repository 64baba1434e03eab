import type { PostFormat } from '#contract/post-form.ts'
import { applyEdits, type TextEdit } from '#server/text/scan/apply-edits.ts'
import { type Reference, referencesIn, withoutCode } from '#server/text/scan/references.ts'

/** Replaces targets of links and images, and nothing else. `undefined` leaves a target as it is. */
export async function replaceReferences(
  text: string,
  format: PostFormat,
  replacement: (reference: Reference) => Promise<string | undefined> | string | undefined,
): Promise<string> {
  const bare = withoutCode(text, format)
  const edits: TextEdit[] = []
  for (const reference of referencesIn(bare, format)) {
    const { to, alt, index } = reference
    const next = await replacement(reference)
    if (next === undefined || next === to) continue
    // The description comes before the target in Markdown, and is part of the tag in HTML.
    const from = bare.startsWith('<', index) ? index : index + (alt?.length ?? 0)
    const place = [to, to.replaceAll('&', '&amp;')]
      .map((written) => ({ written, start: bare.indexOf(written, from) }))
      .find(({ start }) => start !== -1)
    if (place) edits.push({ start: place.start, end: place.start + place.written.length, text: next })
  }
  return applySeparateEdits(text, edits)
}

/** Applies edits; of two that overlap, the first counts. */
export function applySeparateEdits(text: string, edits: readonly TextEdit[]): string {
  let done = 0
  const disjoint = edits
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      if (start < done) return false
      done = end
      return true
    })
  return applyEdits(text, disjoint)
}

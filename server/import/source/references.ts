import type { PostFormat } from '#contract/post-form.ts'
import { type Reference, referencesIn, withoutCode } from '#server/text/scan/references.ts'

/** Replaces targets of links and images, and nothing else. `undefined` leaves a target as it is. */
export async function replaceReferences(
  text: string,
  format: PostFormat,
  replacement: (reference: Reference) => Promise<string | undefined> | string | undefined,
): Promise<string> {
  const bare = withoutCode(text, format)
  const edits: { start: number; end: number; to: string }[] = []
  for (const reference of referencesIn(bare, format)) {
    const { to, alt, index } = reference
    const next = await replacement(reference)
    if (next === undefined || next === to) continue
    // The description comes before the target in Markdown, and is part of the tag in HTML.
    const from = bare.startsWith('<', index) ? index : index + (alt?.length ?? 0)
    const place = [to, to.replaceAll('&', '&amp;')]
      .map((written) => ({ written, start: bare.indexOf(written, from) }))
      .find(({ start }) => start !== -1)
    if (place) edits.push({ start: place.start, end: place.start + place.written.length, to: next })
  }
  return applyEdits(text, edits)
}

export function applyEdits(text: string, edits: readonly { start: number; end: number; to: string }[]): string {
  let result = ''
  let copied = 0
  for (const { start, end, to } of edits.toSorted((one, other) => one.start - other.start)) {
    if (start < copied) continue
    result += text.slice(copied, start) + to
    copied = end
  }
  return result + text.slice(copied)
}

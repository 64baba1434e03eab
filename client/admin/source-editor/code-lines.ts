import type { Text } from '@codemirror/state'

const FENCE = /^(?:\s|>|[-*+]\s|\d{1,9}[.)]\s)*(`{3,}(?!.*`)|~{3,})(.*)$/

/** The numbers of the lines of fenced code, with those of its fences. */
export function codeLines(doc: Text): Set<number> {
  const found = new Set<number>()
  let number = 0
  let open: string | undefined
  for (const text of doc.iterLines()) {
    number++
    const [, fence, rest = ''] = FENCE.exec(text) ?? []
    if (open === undefined && fence === undefined) continue
    found.add(number)
    if (open === undefined) open = fence
    else if (fence?.startsWith(open) && rest.trim() === '') open = undefined
  }
  return found
}

import { allowedAttributes, allowedTags, setAttributes } from '#contract/stored-html.ts'
import { attributesIn, tagsIn } from '#server/lib/html-tags.ts'
import type { Finding } from './body.ts'

/** `<https://bread.example>` is a link in Markdown, and no element. */
const ELEMENT = /^[a-z][a-z0-9-]*$/
const tags = new Set(allowedTags)
const attributes = new Set([...allowedAttributes, ...setAttributes])

/** HTML that is taken out before anybody sees it; each kind is named once. */
export function removedHtml(bare: string): Finding[] {
  const findings = new Map<string, Finding>()
  for (const { name, isClosing, rest, start } of tagsIn(bare)) {
    for (const what of isClosing || !ELEMENT.test(name) ? [] : removedOf(name, rest)) {
      if (!findings.has(what))
        findings.set(what, { index: start, reason: `${what} is taken out of posts`, severity: 'warning' })
    }
  }
  return [...findings.values()]
}

function removedOf(tag: string, rest: string): string[] {
  if (!tags.has(tag)) return [`<${tag}>`]
  const given = attributesIn(rest)
  const removed = [...given.keys()].filter((name) => !attributes.has(name)).map((name) => `the attribute ${name}`)
  return /^\s*(?:java|vb)script:/i.test(given.get('href') ?? '') ? [...removed, 'a link to a script'] : removed
}

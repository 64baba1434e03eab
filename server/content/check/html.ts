import { allowedAttributes, allowedTags, setAttributes } from '#contract/stored-html.ts'
import { attributesIn } from '#server/content/references.ts'
import type { Finding } from './body.ts'

const TAG = /<([a-z][a-z0-9-]*)((?:[\s/](?:[^<>"']|"[^"]*"|'[^']*')*)?)>/gi
const tags = new Set(allowedTags)
const attributes = new Set([...allowedAttributes, ...setAttributes])

/** HTML that is taken out before anybody sees it; each kind is named once. */
export function removedHtml(bare: string): Finding[] {
  const findings = new Map<string, Finding>()
  for (const { 1: tag = '', 2: rest = '', index } of bare.matchAll(TAG)) {
    for (const what of removedOf(tag.toLowerCase(), rest)) {
      if (!findings.has(what))
        findings.set(what, { index, reason: `${what} is taken out of posts`, severity: 'warning' })
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

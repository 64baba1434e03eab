import { companyLine } from '#contract/company-line.ts'
import type { Site } from '#contract/site.ts'

/** Markdown that shows a text as it is. */
const literal = (text: string) => text.replace(/[\\`*_[\]<>&#|~]/g, '\\$&')

/**
 * A text of `content/legal` with the facts of `content/site.yml`: `{name}` is the product, `{company}` the company with its
 * address, or a description where it is not set.
 */
export function withSiteFacts(text: string, { name, company }: Pick<Site, 'name' | 'company'>): string {
  const facts: Record<string, string> = {
    '{name}': literal(name),
    '{company}': literal(company ? companyLine(company) : `the company that provides ${name}`),
  }
  return text.replace(/\{(?:name|company)\}/g, (placeholder) => facts[placeholder] ?? placeholder)
}

import type { ComponentProps, ElementType } from 'react'

type HtmlProps = Omit<ComponentProps<'div'>, 'children' | 'dangerouslySetInnerHTML'> & {
  html: string
  as?: ElementType
}

/** The only place where text becomes markup. The server has sanitized it (docs/product-rules.md#sanitizing). */
export function SanitizedHtml({ html, as: Tag = 'div', ...rest }: HtmlProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitized `html`; `fixtures.journey.ts` shows that hostile posts run nothing
  return <Tag {...rest} dangerouslySetInnerHTML={{ __html: html }} />
}

/**
 * Wide tables scroll by themselves, in regions with different names; see `observeScrollRegions`. Without quotes, the tags
 * cannot end an attribute such as `alt="<table>"`.
 */
export function wrapTablesForScrolling(html: string): string {
  let number = 0
  return html
    .replace(
      /<table(?=[\s>])/g,
      (tag) => `<div class=scroll tabindex=0 role=region aria-label=Table&nbsp;${++number}>${tag}`,
    )
    .replaceAll('</table>', '</table></div>')
}

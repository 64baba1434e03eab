import type { ComponentProps, ElementType } from 'react'

type HtmlProps = Omit<ComponentProps<'div'>, 'children' | 'dangerouslySetInnerHTML'> & {
  html: string
  as?: ElementType
}

/**
 * The only place where text becomes markup. The server sanitizes stored HTML and escapes titles except for their
 * highlights (docs/product-rules.md#sanitizing), so the HTML is rendered as it is.
 */
export function SanitizedHtml({ html, as: Tag = 'div', ...rest }: HtmlProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for it, given what the server has made safe
  return <Tag {...rest} dangerouslySetInnerHTML={{ __html: html }} />
}

/**
 * Wraps each table in a scroll container, so that a wide one does not make the page scroll sideways. The tags have no
 * quotes, so that they cannot end an attribute such as `alt="<table>"`.
 */
export const wrapTablesForScrolling = (html: string) =>
  html.replace(/<table(?=[\s>])/g, '<div class=scroll tabindex=0><table').replaceAll('</table>', '</table></div>')

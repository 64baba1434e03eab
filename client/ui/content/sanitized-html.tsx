import type { ComponentProps, ElementType } from 'react'

type HtmlProps = Omit<ComponentProps<'div'>, 'children' | 'dangerouslySetInnerHTML'> & {
  html: string
  as?: ElementType
}

/**
 * The one place where text becomes markup: a summary, a post, the marked title of a found post, what stands in the document already.
 * The server sanitises what is stored, on its way out (decision 8), and escapes of a title all but its marks: what comes in
 * is shown as it is.
 */
export function SanitizedHtml({ html, as: Tag = 'div', ...rest }: HtmlProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for it, given what the server has made safe
  return <Tag {...rest} dangerouslySetInnerHTML={{ __html: html }} />
}

/**
 * Puts each table into a box that scrolls by itself, so that a wide one never makes the page scroll sideways.
 * The added tags carry no quotes: inside an attribute (`alt="<table>"`) they can end nothing.
 */
export const wrapTablesForScrolling = (html: string) =>
  html.replace(/<table(?=[\s>])/g, '<div class=scroll tabindex=0><table').replaceAll('</table>', '</table></div>')

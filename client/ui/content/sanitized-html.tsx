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

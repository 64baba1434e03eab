type HtmlProps = { html: string; as?: 'div' | 'span'; className?: string }

/** A short piece of HTML in the look of its surroundings: a summary, the marked title of a found post. It must already be safe, like everything `Prose` is given. */
export function Html({ html, as: Tag = 'div', className }: HtmlProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises every summary on its way out (decision 8), and escapes of a title all but its marks
  return <Tag className={className} dangerouslySetInnerHTML={{ __html: html }} />
}

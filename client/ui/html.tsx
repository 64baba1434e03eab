/** A short piece of HTML in the look of its surroundings: a summary. It must already be sanitised, like everything `Prose` is given. */
export function Html({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises every summary on its way out (decision 8)
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}

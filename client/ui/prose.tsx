import { boxTables } from '#client/ui/box-tables.ts'
import { articleFor } from '#client/ui/prose-article.ts'

/**
 * HTML of posts and legal texts, set for reading. It must already be sanitised: what comes in is shown as it is.
 * `compact` is the size for dialogs.
 */
export function Prose({ html, compact = false, id }: { html: string; compact?: boolean; id?: string }) {
  const Article = articleFor(html)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for HTML that the server has sanitised
  return <Article id={id} data-compact={compact || undefined} dangerouslySetInnerHTML={{ __html: boxTables(html) }} />
}

import { wrapTablesForScrolling } from './box-tables.ts'
import { articleFor } from './prose-article.ts'
import { SanitizedHtml } from './sanitized-html.tsx'

/**
 * HTML of posts and legal texts, set for reading. It must already be sanitised: what comes in is shown as it is.
 * `compact` is the size for dialogs.
 */
export function Prose({ html, compact = false }: { html: string; compact?: boolean }) {
  return <SanitizedHtml as={articleFor(html)} data-compact={compact || undefined} html={wrapTablesForScrolling(html)} />
}

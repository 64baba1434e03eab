import { boxTables } from './box-tables.ts'
import { articleFor } from './prose-article.ts'
import { Html } from './sanitized-html.tsx'

/**
 * HTML of posts and legal texts, set for reading. It must already be sanitised: what comes in is shown as it is.
 * `compact` is the size for dialogs.
 */
export function Prose({ html, compact = false }: { html: string; compact?: boolean }) {
  return <Html as={articleFor(html)} data-compact={compact || undefined} html={boxTables(html)} />
}

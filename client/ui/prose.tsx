import { boxTables } from '#client/ui/box-tables.ts'
import { Html } from '#client/ui/html.tsx'
import { articleFor } from '#client/ui/prose-article.ts'

/**
 * HTML of posts and legal texts, set for reading. It must already be sanitised: what comes in is shown as it is.
 * `compact` is the size for dialogs.
 */
export function Prose({ html, compact = false }: { html: string; compact?: boolean }) {
  return <Html as={articleFor(html)} data-compact={compact || undefined} html={boxTables(html)} />
}

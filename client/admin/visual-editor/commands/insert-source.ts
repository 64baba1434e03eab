import type { EditorView } from 'prosemirror-view'
import type { PostFormat } from '#contract/post-form.ts'
import { insertBlock } from './block-commands.ts'
import { embedOf } from './embeds.ts'
import { linkFromTyped } from './safe-urls.ts'
import { schema } from './schema.ts'

const { paragraph, source_block } = schema.nodes

/** Inserts source at the cursor, as a block of its own. */
export function insertSource(view: EditorView, text: string): void {
  const { tr } = view.state
  insertBlock(tr, source_block.create({ text }))
  view.dispatch(tr)
}

/** Inserts the video that an address leads to, or a link to its page. Returns false for what is no address. */
export function insertEmbed(view: EditorView, address: string): boolean {
  const href = linkFromTyped(address.trim())
  if (href === undefined) return false
  const embed = URL.canParse(href) ? embedOf(href) : undefined
  if (embed !== undefined) insertSource(view, embed)
  else {
    const { tr } = view.state
    insertBlock(tr, paragraph.create(null, schema.text(href, [schema.marks.link.create({ href })])))
    view.dispatch(tr)
  }
  return true
}

/** A block that unfolds. In Markdown, what is inside is Markdown. */
export function toggleSource(title: string, text: string, format: PostFormat): string {
  const summary = `<summary>${escaped(title.trim())}</summary>`
  const paragraphs = text.trim().split(/\n\s*\n/)
  if (format === 'html')
    return `<details>\n${summary}\n${paragraphs.map((one) => `<p>${escaped(one)}</p>`).join('\n')}\n</details>`
  return `<details>\n${summary}\n\n${paragraphs.map(escaped).join('\n\n')}\n\n</details>`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '{': '&#123;' }
const escaped = (text: string) => text.replace(/[&<{]/g, (character) => ESCAPES[character] ?? character)

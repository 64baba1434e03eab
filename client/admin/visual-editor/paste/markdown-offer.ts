import { closeHistory } from 'prosemirror-history'
import { Fragment, Slice } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { changedRanges } from '#client/admin/visual-editor/commands/join-lists.ts'
import { schema } from '#client/admin/visual-editor/commands/schema.ts'
import { readDocument } from '#client/api/writing.ts'

/** Where pasted text is that looks like Markdown. */
export type MarkdownOffer = { text: string; from: number; to: number }

const key = new PluginKey<MarkdownOffer | null>('markdown-offer')

export const markdownOfferOf = (state: EditorState): MarkdownOffer | undefined => key.getState(state) ?? undefined

/** Offers to read pasted Markdown as such, until something else is changed. */
export function offerMarkdown(): Plugin<MarkdownOffer | null> {
  let pasted: string | undefined
  return new Plugin<MarkdownOffer | null>({
    key,
    state: {
      init: () => null,
      apply(tr, before) {
        if (tr.getMeta(key) === 'close') return null
        if (tr.getMeta('paste') && pasted !== undefined) {
          const ranges = changedRanges([tr])
          const text = pasted
          pasted = undefined
          return {
            text,
            from: Math.min(...ranges.map(({ from }) => from)),
            to: Math.max(...ranges.map(({ to }) => to)),
          }
        }
        if (!before || !tr.docChanged) return before
        // A merge, or a block that was read again.
        const isOwn = tr.getMeta('addToHistory') !== false
        return isOwn ? null : { ...before, from: tr.mapping.map(before.from, 1), to: tr.mapping.map(before.to, -1) }
      },
    },
    props: {
      handlePaste({ state }, { clipboardData }) {
        const text = clipboardData?.getData('text/plain') ?? ''
        // Editors of programs copy HTML that only says how the source looks.
        const isPlain = !clipboardData?.getData('text/html') || clipboardData.getData('vscode-editor-data') !== ''
        const { parent, depth } = state.selection.$from
        const isPossible = parent.inlineContent && !parent.type.spec.code && depth === 1
        pasted = isPlain && isPossible && looksLikeMarkdown(text) ? text : undefined
        return false
      },
    },
  })
}

/** A heading, a fence, a task, a link or an image, bold words, a table: one of them is enough. */
const SIGNS =
  /^#{1,6} \S|^(?:```|~~~)|^\s*[-*+] \[[ xX]\] \S|!?\[[^\]\n]+\]\([^)\s]+\)|\*\*\S[^*\n]*\S\*\*|^\|?\s*:?-{3,}:?\s*\|/m
const LIST_LINES = /^\s*(?:[-*+]|\d{1,9}[.)]|>) \S.*\n+\s*(?:[-*+]|\d{1,9}[.)]|>) \S/m

export const looksLikeMarkdown = (text: string): boolean => {
  const lines = text.replaceAll('\r\n', '\n')
  return SIGNS.test(lines) || LIST_LINES.test(lines)
}

export const dismissMarkdown = (view: EditorView): void => view.dispatch(view.state.tr.setMeta(key, 'close'))

/** Replaces the pasted text by what it means. Undo shows the text again. */
export async function pasteAsMarkdown(view: EditorView, { text }: MarkdownOffer): Promise<void> {
  const { blocks } = await readDocument('md', text)
  const place = view.isDestroyed ? undefined : markdownOfferOf(view.state)
  if (!place || place.text !== text) return
  const { tr } = view.state
  const slice = new Slice(Fragment.fromArray(blocks.map((block) => schema.nodeFromJSON(block))), 0, 0)
  tr.replaceRange(place.from, place.to, slice).setMeta(key, 'close').setMeta('paste', true).scrollIntoView()
  view.dispatch(closeHistory(tr))
  view.focus()
}

import type { BodyEditorHandle } from '#client/admin/shared/body-editor.ts'
import type { mergeTexts } from '#client/api/writing.ts'

type Saved = {
  /** The text that was sent. */
  sent: string
  /** The text of the post since: that with the changes of somebody else. */
  saved: string
  merge: typeof mergeTexts
}

/**
 * Shows a saved text in the editor, together with what was typed since it was sent. Resolves with the text that is shown now.
 * `isMerged`: it has all of the saved text. Not if that differs in the lines in which somebody has typed since, and not while
 * the server is away.
 */
export async function showMerged(
  editor: BodyEditorHandle | undefined,
  { sent, saved, merge }: Saved,
): Promise<{ content: string; isMerged: boolean }> {
  let mine = sent
  try {
    for (;;) {
      mine = (await editor?.text()) ?? sent
      const merged = saved === sent ? mine : await merge({ base: sent, mine, theirs: saved })
      if (merged === undefined) return { content: mine, isMerged: false }
      const isShown = merged === mine || !editor || (await editor.replace(merged, mine))
      if (isShown) return { content: merged, isMerged: true }
    }
  } catch {
    // What is shown cannot be written, or the server is away.
    return { content: mine, isMerged: saved === sent }
  }
}

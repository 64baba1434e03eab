import type { BodyEditorHandle } from '#client/admin/shared/body-editor.ts'
import { mergeTexts } from '#client/api/writing.ts'

type Saved = {
  /** The text that was sent. */
  sent: string
  /** The text of the post since: that with the changes of somebody else. */
  saved: string
}

/**
 * Shows a saved text in the editor, together with what was typed since it was sent. Resolves with the text that is shown now.
 * `isMerged`: it has all of the saved text. Not if that differs in the lines in which somebody has typed since, and not while
 * the server is away.
 */
export async function showMerged(
  editor: BodyEditorHandle | null,
  { sent, saved }: Saved,
): Promise<{ content: string; isMerged: boolean }> {
  let mine = sent
  try {
    for (;;) {
      mine = (await editor?.text()) ?? sent
      const merged = saved === sent ? mine : await mergeTexts({ base: sent, mine, theirs: saved })
      if (merged === undefined) return { content: mine, isMerged: false }
      if (merged === mine || (await editor?.replace(merged, mine))) return { content: merged, isMerged: true }
    }
  } catch {
    // What is shown cannot be written, or the server is away.
    return { content: mine, isMerged: saved === sent }
  }
}

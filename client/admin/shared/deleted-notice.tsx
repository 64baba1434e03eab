import { useRef } from 'react'
import { ariaShortcut } from '#client/admin/shared/shortcuts.ts'
import { useAction } from '#client/admin/shared/use-action.ts'
import { usePageKey } from '#client/admin/shared/use-page-key.ts'
import { TextButton, TextLink } from '#client/ui/base/button.tsx'
import { pagePaths } from '#contract/paths.ts'

/** Whether it succeeded. */
type Undo = () => Promise<boolean>

/** The toast after a deletion that can be undone; after one of several posts, with a link to the trash. */
export const deletedNotice = (undo: Undo, message = 'Post deleted') => undoableNotice(undo, message)
/** The toast after anything that can be undone. */
export const undoableNotice = (undo: Undo, message: string) => <Undoable undo={undo} message={message} />
export const bulkDeletedNotice = (undo: Undo, message: string) => (
  <span>
    {deletedNotice(undo, message)} <TextLink to={pagePaths.adminTrash}>Open the trash</TextLink>
  </span>
)

/** With a key, because the toast comes after hundreds of controls of the list. */
function Undoable({ undo, message }: { undo: Undo; message: string }) {
  const isDone = useRef(false)
  const { run } = useAction(async () => {
    if (!isDone.current) isDone.current = await undo()
  })
  usePageKey((event) => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    run()
  })
  return (
    <span>
      <span>{message}</span>{' '}
      <TextButton aria-keyshortcuts={ariaShortcut('Mod-z')} onClick={run}>
        Undo
      </TextButton>
    </span>
  )
}

import { useRef } from 'react'
import { useBusyAction } from '#client/admin/dialogs.tsx'
import { usePageKey } from '#client/admin/use-page-key.ts'
import { ariaShortcut } from '#client/admin/visual-editor/shortcuts.ts'
import { TextButton, TextLink } from '#client/ui/form/button.tsx'
import { pagePaths } from '#contract/paths.ts'

/** Whether it succeeded. */
type Undo = () => Promise<boolean>

/** Toasts after a deletion that git can undo. */
export const deletedNotice = (undo: Undo) => <Deleted undo={undo} />
export const trashNotice = (message: string) => (
  <>
    {message} <TextLink to={pagePaths.adminTrash}>Open the trash</TextLink>
  </>
)

/** With a key, because the toast comes after hundreds of controls of the list. */
function Deleted({ undo }: { undo: Undo }) {
  const isDone = useRef(false)
  const { run } = useBusyAction(async () => {
    if (!isDone.current) isDone.current = await undo()
  })
  usePageKey((event) => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    run()
  })
  return (
    <>
      Post deleted{' '}
      <TextButton aria-keyshortcuts={ariaShortcut('Mod-z')} onClick={run}>
        Undo
      </TextButton>
    </>
  )
}

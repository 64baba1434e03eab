import { TextButton, TextLink } from '#client/ui/form/button.tsx'
import { pagePaths } from '#contract/paths.ts'

/** Toasts after a deletion that git can undo. */
export const DeletedNotice = ({ onUndo }: { onUndo: () => void }) => (
  <>
    Post deleted <TextButton onClick={onUndo}>Undo</TextButton>
  </>
)

export const TrashNotice = ({ message }: { message: string }) => (
  <>
    {message} <TextLink to={pagePaths.adminTrash}>Open the trash</TextLink>
  </>
)

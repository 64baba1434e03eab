import { useCloseThenUnmount } from '#client/admin/shared/dialogs.tsx'
import { Gone, New } from '#client/admin/shared/diff-text.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { createStyled } from '#client/ui/base/styles.ts'

type Props = { before: string; after: string; onRepair: () => Promise<unknown>; busy: boolean; onClosed: () => void }

/** Shows the lines that a repair changes, and saves it. A failure is shown where the file is. */
export function RepairLineDialog({ before, after, onRepair, busy, onClosed }: Props) {
  const { open, close } = useCloseThenUnmount(onClosed)
  return (
    <FormDialog
      title="Repair this line"
      submit="Repair and save"
      onSubmit={() => onRepair().then(close)}
      busy={busy ? 'Saving' : undefined}
      open={open}
      onClose={close}
    >
      <p>What readers see stays the same. Afterwards the fields of the post can be edited one by one.</p>
      <Lines>
        {changedLines(before, after).map(({ line, old, repaired }) => (
          <div key={line}>
            <Gone>{old}</Gone>
            <br />
            <New>{repaired}</New>
          </div>
        ))}
      </Lines>
    </FormDialog>
  )
}

/** Both texts have as many lines. */
function changedLines(before: string, after: string) {
  const repaired = after.split('\n')
  return before
    .split('\n')
    .map((old, line) => ({ line, old, repaired: repaired[line] ?? '' }))
    .filter((one) => one.old !== one.repaired)
}

const s = createStyled('repair-line')
const Lines = s('pre')`
  margin-top: 14px;
  padding: 12px 14px;
  border-radius: var(--r-sm);
  background: var(--bg);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

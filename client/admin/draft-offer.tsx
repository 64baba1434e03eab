import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { scoped } from '#client/ui/scoped.ts'
import type { KeptDraft } from './local-draft.ts'

type Props = { kept: KeptDraft; onRestore: (kept: KeptDraft) => void; onDiscard: (kept: KeptDraft) => void }

/** Text that was never saved, offered back (decision 30). */
export function DraftOffer({ kept, onRestore, onDiscard }: Props) {
  return (
    <Alert tone="warning">
      <p>
        You have unsaved text from <time dateTime={kept.savedAt}>{whenSaid(kept.savedAt)}</time>
        {kept.fields.title.trim() !== '' && <>: “{kept.fields.title}”</>}
      </p>
      <Ways>
        <Button variant="outline" small onClick={() => onRestore(kept)}>
          Restore
        </Button>
        <Button variant="ghost" small onClick={() => onDiscard(kept)}>
          Discard
        </Button>
      </Ways>
    </Alert>
  )
}

const whenSaid = (iso: string): string =>
  new Date(iso).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })

const s = scoped('draft-offer')
const Ways = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin-top: 12px;
`

import { createStyled } from '#client/ui/create-styled.ts'
import { Button } from '#client/ui/form/button.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { formatDateTime } from '#contract/dates.ts'
import type { AutosavedDraft } from './local-draft.ts'

type Props = {
  draft: AutosavedDraft
  onRestore: (draft: AutosavedDraft) => void
  onDiscard: (draft: AutosavedDraft) => void
}

/** Text that was never saved, offered back (decision 30). */
export function DraftOffer({ draft, onRestore, onDiscard }: Props) {
  return (
    <Alert tone="warning">
      <p>
        You have unsaved text from <time dateTime={draft.savedAt}>{formatDateTime(draft.savedAt, 'local')}</time>
        {draft.fields.title.trim() !== '' && <>: “{draft.fields.title}”</>}
      </p>
      <Ways>
        <Button variant="outline" small onClick={() => onRestore(draft)}>
          Restore
        </Button>
        <Button variant="ghost" small onClick={() => onDiscard(draft)}>
          Discard
        </Button>
      </Ways>
    </Alert>
  )
}

const s = createStyled('draft-offer')
const Ways = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin-top: 12px;
`

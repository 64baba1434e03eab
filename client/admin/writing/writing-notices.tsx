import { formatDateTime } from '#client/lib/dates.ts'
import { Button } from '#client/ui/form/button.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { PresenceNotice } from './presence-notice.tsx'
import type { Offer, Writing } from './use-writing.ts'
import { OfferButtons } from './writing.styles.ts'

const ConflictDialog = lazyPart(() => import('./conflict-dialog.tsx'))

/** Who else is on the post, failures, what a save has merged or could not merge, and unsaved text of earlier. */
export function WritingNotices({ writing }: { writing: Writing }) {
  const { source, form, failure, notice, offer, saving } = writing
  return (
    <>
      <PresenceNotice postId={source?.id} revision={form.base.revision} />
      {failure && <Alert onDismiss={writing.dismissFailure}>{failure}</Alert>}
      {saving.state.status === 'refused' && (
        <Alert key={saving.state.attempt} focusOnMount onDismiss={saving.dismiss}>
          {saving.state.message}
        </Alert>
      )}
      {saving.state.status === 'stale' && <ConflictDialog writing={writing} stale={saving.state.stale} />}
      {notice && (
        <Alert tone="success" onDismiss={writing.dismissNotice}>
          {notice}
        </Alert>
      )}
      {offer && <UnsavedText offer={offer} writing={writing} />}
    </>
  )
}

function UnsavedText({ offer, writing }: { offer: Offer; writing: Writing }) {
  return (
    <Alert tone="warning">
      <p>
        You have unsaved text from <time dateTime={offer.savedAt}>{formatDateTime(offer.savedAt, 'local')}</time>
        {'draft' in offer && ', in this browser'}
        {offer.title.trim() !== '' && <>: “{offer.title}”</>}
      </p>
      <OfferButtons>
        <Button variant="outline" small onClick={() => writing.restore(offer)}>
          Restore
        </Button>
        <Button variant="ghost" small onClick={() => writing.discard(offer)}>
          Discard
        </Button>
      </OfferButtons>
    </Alert>
  )
}

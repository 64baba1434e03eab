import { PresenceNotice } from '#client/admin/post-form/presence-notice.tsx'
import { RepairNotice } from '#client/admin/post-form/repairable-fields.tsx'
import type { Offer } from '#client/admin/post-form/session/session-state.ts'
import { useAction } from '#client/admin/shared/use-action.ts'
import type { Writing } from '#client/admin/writing/state/use-writing.ts'
import { formatDateTime } from '#client/lib/dates.ts'
import { Button } from '#client/ui/base/button.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { OfferButtons } from './writing.styles.ts'

const ConflictDialog = lazyPart(() => import('./conflict-dialog.tsx'))

/** Who else is on the post, failures, what a save has merged or could not merge, and unsaved text of earlier. */
export function WritingNotices({ writing }: { writing: Writing }) {
  const { source, base, status, failure, notice, offer, deleted } = writing
  return (
    <>
      <PresenceNotice postId={source?.id} revision={base.revision} />
      <RepairNotice source={source} />
      {failure && (
        <Alert key={failure.attempt} focusOnMount={failure.attempt !== undefined} onDismiss={writing.dismissFailure}>
          {failure.message}
        </Alert>
      )}
      {status.name === 'conflict' && <ConflictDialog writing={writing} action={status.action} stale={status.stale} />}
      {notice && (
        <Alert tone="success" onDismiss={writing.dismissNotice}>
          {notice}
        </Alert>
      )}
      {deleted !== undefined && <DeletedPost id={deleted} writing={writing} />}
      {offer && <UnsavedText offer={offer} writing={writing} />}
    </>
  )
}

/** The text outlives the post that it was written for. */
function DeletedPost({ id, writing }: { id: string; writing: Writing }) {
  const { busy, run: restore } = useAction(() => writing.restorePost(id))
  return (
    <Alert tone="warning">
      <p>
        This post was deleted. Your unsaved text is below. Save it as a new draft, or restore the post and continue with
        this text. Restoring brings the post back as it was: if it was public, visitors see it again at once, without
        this text.
      </p>
      <OfferButtons>
        <Button variant="outline" small onClick={writing.saveDraft} busy={writing.action && 'Saving'}>
          Save as a new draft
        </Button>
        <Button variant="outline" small onClick={restore} busy={busy ? 'Restoring' : undefined}>
          Restore the post
        </Button>
      </OfferButtons>
    </Alert>
  )
}

function UnsavedText({ offer, writing }: { offer: Offer; writing: Writing }) {
  return (
    <Alert tone="warning">
      <p>
        An older unsaved version exists
        <span>{offer.text.fields.title.trim() !== '' && `, “${offer.text.fields.title}”`}</span>
        <span>, of </span>
        <time dateTime={offer.savedAt}>{formatDateTime(offer.savedAt, 'local')}</time>
        <span>{offer.in === 'browser' && ', in this browser'}</span>. Restore or discard it.
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

import { useState } from 'react'
import { OtherTexts } from '#client/admin/post-form/other-texts.tsx'
import type { Opened } from '#client/admin/post-form/session/open-post.ts'
import type { Action } from '#client/admin/post-form/session/publication.ts'
import type { PostDraft } from '#client/admin/post-form/session/saves.ts'
import { ConfirmDialog } from '#client/admin/shared/dialogs.tsx'
import { useLeaveGuard } from '#client/admin/shared/use-leave-guard.ts'
import { useShortcuts } from '#client/admin/shared/use-shortcuts.ts'
import { usePreviewSwitch } from '#client/admin/writing/preview/use-preview-switch.ts'
import { focusField } from '#client/admin/writing/state/focus-field.ts'
import { useWriting, type Writing } from '#client/admin/writing/state/use-writing.ts'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import { ActionBar } from './action-bar.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SidePanel } from './side-panel.tsx'
import { TextAndPreview } from './text-and-preview.tsx'
import { TitleField } from './title-field.tsx'
import { Columns, Main, Notices } from './writing.styles.ts'
import { WritingNotices } from './writing-notices.tsx'

type Props = { opened: Opened; typed: PostDraft | undefined; siteName: string }

/** Title, text and settings of one post, and what is done with them. */
export function WritingDesk({ opened, typed, siteName }: Props) {
  const writing = useWriting(opened, typed)
  const preview = usePreviewSwitch()
  const [asked, setAsked] = useState<Exclude<Action, 'draft'>>()
  const guard = useLeaveGuard({
    isUnstored: () => !writing.isOnServer(),
    isLosing: writing.isLosing,
    store: writing.store,
  })
  useShortcuts({ onSave: writing.saveDraft, onPublish: () => setAsked(writing.mainAction) })
  const { source } = writing
  const errors = writing.failure?.errors ?? {}

  return (
    <>
      <ActionBar writing={writing} preview={preview} onAsk={setAsked} />
      <Columns width="admin">
        <Main>
          <VisuallyHidden as="h1">
            {source ? `Edit “${source.title}”` : writing.deleted ? 'Text of a deleted post' : 'New post'}
          </VisuallyHidden>
          <Notices>
            <WritingNotices writing={writing} />
            {!source && <OtherTexts heads={opened.others} />}
          </Notices>
          <TitleField writing={writing} error={errors.title?.message} />
          <TextAndPreview writing={writing} isPreviewed={preview.isOpen} error={errors.content?.message} />
        </Main>
        <SidePanel writing={writing} siteName={siteName} errors={errors} />
      </Columns>
      {asked && (
        <PublishDialog
          writing={writing}
          action={asked}
          onClosed={(field) => {
            setAsked(undefined)
            if (field) focusField(field, writing)
          }}
        />
      )}
      {guard.isAsking && (
        <ConfirmDialog
          question={{ ...leavingUnstored, text: unstored(writing), onYes: async () => guard.leave() }}
          onClosed={guard.stay}
        />
      )}
    </>
  )
}

const unstored = (writing: Writing) =>
  writing.isLosing()
    ? 'Your last changes could not be stored. They will be lost if you leave.'
    : 'Your last changes could not be stored on the server. This browser keeps them and offers them again.'

const leavingUnstored = {
  title: 'Leave this page?',
  yes: 'Leave',
  no: 'Stay',
  busy: 'Leaving',
}

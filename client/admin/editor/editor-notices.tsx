import { Alert } from '#client/ui/overlay/alert.tsx'
import { DraftOffer } from './draft-offer.tsx'
import type { Editor } from './use-editor.ts'

/** What the editor has to say above its fields. Each failed attempt says it anew, and takes the focus. */
export function EditorNotices({ editor }: { editor: Editor }) {
  const { offer, state } = editor
  return (
    <>
      {offer && <DraftOffer draft={offer} onRestore={editor.restore} onDiscard={editor.discard} />}
      {state.status === 'refused' && (
        <Alert key={state.attempt} focusOnMount onDismiss={editor.dismiss}>
          {state.message}
        </Alert>
      )}
    </>
  )
}

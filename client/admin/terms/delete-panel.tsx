import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { deletion } from '#client/admin/post-form/deletion.ts'
import { Head, Panel } from '#client/admin/shared/admin.styles.ts'
import { ConfirmDialog } from '#client/admin/shared/dialogs.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { deleteTerm, type TaxonomyKey } from '#client/api/content.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import type { TermDetail } from '#contract/terms.ts'
import { Part } from './terms.styles.ts'
import { nouns } from './use-terms.ts'

type Props = { kind: TaxonomyKey; term: TermDetail; reload: () => Promise<void> }

/** Deletes the term, as the question says. */
export function DeletePanel({ kind, term, reload }: Props) {
  const { one } = nouns[kind]
  const [isAsked, setAsked] = useState(false)
  const toast = useToast()
  const navigate = useNavigate()
  const withConfirmation = useConfirmation()
  const { failure, run, dismiss } = useAction(async () => {
    toast(await withConfirmation(() => deleteTerm(kind, term.id)))
    navigate(adminPaths.termsPage)
    await reload()
  })
  return (
    <Panel aria-labelledby="delete">
      <Head>
        <h2 id="delete">Delete</h2>
      </Head>
      <Part>
        {failure && (
          <Alert key={failure.attempt} focusOnMount onDismiss={dismiss}>
            {failure.message}
          </Alert>
        )}
        <Button variant="outline" onClick={() => setAsked(true)}>{`Delete this ${one} …`}</Button>
      </Part>
      {isAsked && <ConfirmDialog question={deletion(one, term.name, run)} onClosed={() => setAsked(false)} />}
    </Panel>
  )
}

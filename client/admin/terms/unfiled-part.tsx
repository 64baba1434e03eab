import { useAction } from '#client/admin/shared/use-action.ts'
import { createTerms, type TaxonomyKey } from '#client/api/content.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import type { TermDetail } from '#contract/terms.ts'
import { Part } from './terms.styles.ts'

type Props = { kind: TaxonomyKey; term: TermDetail; reload: () => Promise<void> }

/** Posts name the term, but it has no file to change. */
export function UnfiledPart({ kind, term: { name }, reload }: Props) {
  const { busy, failure, run, dismiss } = useAction(async () => {
    await createTerms(kind, [name])
    await reload()
  })
  return (
    <Part>
      {failure && (
        <Alert key={failure.attempt} onDismiss={dismiss}>
          {failure.message}
        </Alert>
      )}
      <p>Posts name it, but it has no file yet. With one, it can be renamed and described.</p>
      <Button variant="outline" busy={busy ? 'Creating' : undefined} onClick={run}>
        Create file
      </Button>
    </Part>
  )
}

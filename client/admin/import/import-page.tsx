import { useEffect, useRef } from 'react'
import { focusIsLost } from '#client/admin/shared/dialogs.tsx'
import { LoadFailed } from '#client/admin/shared/errors.tsx'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import { Button, TextLink } from '#client/ui/base/button.tsx'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import type { ImportJobView } from '#contract/imports.ts'
import { pagePaths } from '#contract/paths.ts'
import { announcement } from './announcement.ts'
import { Actions, Steps } from './import.styles.ts'
import { ImportPlan } from './import-plan.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportReport } from './import-report.tsx'
import { UploadForm } from './upload-form.tsx'
import { type Importing, useImport } from './use-import.ts'

/** /admin/import: upload, plan, confirmation, progress and report. There is one import at a time, which all administrators see. */
export default function ImportPage() {
  const importing = useImport()
  const { query, failure, dismiss } = importing
  return (
    <AdminPage action={<TextLink to={pagePaths.adminBlog}>All posts</TextLink>}>
      <Steps>
        {failure && (
          <Alert key={failure.attempt} onDismiss={dismiss}>
            {failure.message}
          </Alert>
        )}
        {query.isPending && <Spinner label="Loading..." />}
        {/* While the site restarts, the last state stays. */}
        {query.isLoadingError && <LoadFailed message={query.error.message} onRetry={() => query.refetch()} />}
        {query.data !== undefined && <CurrentStep importing={importing} />}
      </Steps>
    </AdminPage>
  )
}

function CurrentStep({ importing }: { importing: Importing }) {
  const { job, sending } = importing
  const step = useRef<HTMLElement>(null)
  const shown = sending ? 'sending' : (job?.phase ?? 'none')
  const before = useRef(shown)
  // The button that had the focus goes away with its step, or is hidden with the form.
  useEffect(() => {
    if (before.current !== shown && (shown === 'sending' || focusIsLost())) step.current?.focus()
    before.current = shown
  }, [shown])
  return (
    <section ref={step} tabIndex={-1} aria-label={labels[shown]}>
      <VisuallyHidden role="status">{announcement(job, sending)}</VisuallyHidden>
      {sending && (
        <ImportProgress
          label={`Uploading ${sending.name}`}
          share={sending.share}
          cancel={{ label: 'Cancel upload', run: sending.cancel }}
        />
      )}
      {/* A canceled or failed upload leaves it as it was. */}
      {!job && <UploadForm isHidden={sending !== undefined} onSend={importing.send} />}
      {!sending && job && <Job job={job} importing={importing} />}
    </section>
  )
}

const labels = {
  none: 'Upload',
  sending: 'Upload in progress',
  uploading: 'Upload in progress',
  reading: 'Planning',
  planned: 'Plan',
  writing: 'Import in progress',
  done: 'Report',
  failed: 'Failed import',
} as const

function Job({ job, importing }: { job: ImportJobView; importing: Importing }) {
  const { remove, isRemoving } = importing
  const { done, total } = job.progress
  const share = total > 0 ? done / total : undefined
  const posts = total > 0 ? `${done.toLocaleString('en')} of ${total.toLocaleString('en')} posts` : undefined
  const cancel = { label: 'Cancel import', run: remove, busy: isRemoving }
  switch (job.phase) {
    case 'uploading':
      return (
        <ImportProgress
          label={`${job.by || 'Another administrator'} is uploading ${job.name}`}
          share={share}
          cancel={cancel}
        />
      )
    case 'reading':
      return <ImportProgress label={`Reading ${job.name}`} share={share} detail={posts} cancel={cancel} />
    case 'writing':
      return (
        <ImportProgress label={`Importing ${job.name}`} share={share} detail={posts}>
          You can leave this page: the import goes on, also after a restart of the site.
        </ImportProgress>
      )
    case 'planned':
      return <ImportPlan job={job} importing={importing} />
    case 'done':
      return <ImportReport job={job} importing={importing} />
    case 'failed':
      return (
        <>
          <Alert>
            <p>{`${job.name} was not imported${job.plan ? ', or not all of it' : ''}.`}</p>
            <p>{job.problem}</p>
          </Alert>
          {job.plan && <p>The same file can be uploaded again: what was imported stays and isn’t imported twice.</p>}
          <Actions>
            <Button busy={isRemoving ? 'Removing' : undefined} onClick={remove}>
              Choose a file
            </Button>
          </Actions>
        </>
      )
  }
}

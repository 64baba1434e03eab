import { Button } from '#client/ui/base/button.tsx'
import type { ImportJobView, ImportPlanView } from '#contract/imports.ts'
import { counted, PlanCounts } from './counts.tsx'
import { Groups, Titles } from './groups.tsx'
import { Actions, Facts, Heading, Note, Part } from './import.styles.ts'
import type { Importing } from './use-import.ts'

/** What an import would do, before it does anything. */
export function ImportPlan({ job, importing }: { job: ImportJobView; importing: Importing }) {
  const { confirm, isConfirming, remove, isRemoving } = importing
  const { plan } = job
  if (!plan) return null
  const { add, update } = plan.actions
  const posts = counted(add + update, 'post')
  return (
    <>
      <Heading>{`Plan for ${job.name}: ${counted(plan.total, 'entry', 'entries')} of ${plan.system}`}</Heading>
      <Note>
        <span>{plan.site_url && `${plan.site_url}. `}</span>
        <span>{job.by && `Uploaded by ${job.by}. `}</span>
        <span>{job.into && `Goes into the folder posts/${job.into}. `}</span>
        <span>Nothing is published yet.</span>
      </Note>
      <PlanCounts plan={plan} />
      <Actions>
        <Button disabled={add + update === 0} busy={isConfirming ? 'Starting' : undefined} onClick={confirm}>
          {add + update === 0 ? 'Nothing to import' : `Import ${posts}`}
        </Button>
        <Button variant="outline" busy={isRemoving ? 'Discarding' : undefined} onClick={remove}>
          Discard
        </Button>
      </Actions>
      <PlanFacts plan={plan} />
      <PlanGroups plan={plan} />
    </>
  )
}

function PlanFacts({ plan }: { plan: ImportPlanView }) {
  const { add, update, same, edited, deleted } = plan.actions
  const { categories, tags, authors } = plan.new_terms
  const left = edited + deleted
  return (
    <Facts>
      <li>
        <span>{counted(add, 'new post')}</span>
        <span>{update > 0 && `, ${update.toLocaleString('en')} changed in the old blog since the last import`}</span>
        <span>{same > 0 && `, ${same.toLocaleString('en')} imported before`}</span>
      </li>
      {left > 0 && (
        <li>{`${counted(left, 'post')} edited or deleted on this site since the last import: left as they are`}</li>
      )}
      <li>
        <span>{counted(plan.images, 'image')}</span>,{' '}
        <span>{counted(categories, 'new category', 'new categories')}</span>, <span>{counted(tags, 'new tag')}</span>,{' '}
        <span>{counted(authors, 'new author')}</span>
      </li>
      {plan.permalinks.map((pattern) => (
        <li key={pattern}>{`Old addresses like ${pattern} redirect (old_permalinks in site.yml)`}</li>
      ))}
      {plan.notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </Facts>
  )
}

/** What happens to which posts, and why. */
export const PlanGroups = ({ plan }: { plan: ImportPlanView }) => (
  <>
    <Groups title="Rejected" text="Not imported, for the reason given." groups={plan.rejected} />
    <Groups title="Changed" text="Imported, but not quite as they were." groups={plan.changed} />
    <Groups
      title="Images that are not shown"
      text="Images of other sites are fetched from the shell only: bun run import FILE --fetch-images."
      groups={plan.missing_images}
    />
    <Groups title="Dropped" text="Not part of posts, so not imported." groups={plan.dropped} />
    <Part aria-label="Posts by state">
      <Titles title="Live" of={plan.live} />
      <Titles title="Drafts" of={plan.draft} />
      <Titles title="Scheduled" of={plan.scheduled} />
    </Part>
  </>
)

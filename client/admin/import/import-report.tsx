import { Button, ButtonLink } from '#client/ui/base/button.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import type { ImportJobView } from '#contract/imports.ts'
import { pagePaths } from '#contract/paths.ts'
import { counted, PlanCounts } from './counts.tsx'
import { Actions, Note, Part } from './import.styles.ts'
import { PlanGroups } from './import-plan.tsx'
import type { Importing } from './use-import.ts'

/** What an import has done, with links to its posts. */
export function ImportReport({ job, importing }: { job: ImportJobView; importing: Importing }) {
  const { plan, report } = job
  if (!report) return null
  const { added, updated, images, skipped, posts } = report
  return (
    <>
      <Alert tone="success">
        {`${job.name} is imported: ${counted(added, 'post')} added, ${updated.toLocaleString('en')} updated, ${counted(images, 'image')} copied.`}
      </Alert>
      {skipped > 0 && (
        <Note>{`${counted(skipped, 'post')} edited on this site since the plan: left as they are.`}</Note>
      )}
      {plan && <PlanCounts plan={plan} />}
      <Actions>
        <ButtonLink to={pagePaths.adminBlog}>All posts</ButtonLink>
        <Button variant="outline" busy={importing.isRemoving ? 'Closing' : undefined} onClick={importing.remove}>
          Close the report
        </Button>
      </Actions>
      {posts.length > 0 && <Posts posts={posts} isAll={posts.length >= added + updated} />}
      {plan && <PlanGroups plan={plan} />}
    </>
  )
}

type PostsProps = { posts: NonNullable<ImportJobView['report']>['posts']; isAll: boolean }

const Posts = ({ posts, isAll }: PostsProps) => (
  <Part aria-label="Imported posts">
    <h2>{isAll ? 'Imported posts' : 'Some of the imported posts'}</h2>
    <ul>
      {posts.map(({ id, title, live }) => (
        <li key={id}>
          {live ? (
            <Link to={pagePaths.post(id)} reloadDocument>
              {title}
            </Link>
          ) : (
            <>
              <Link to={pagePaths.adminEdit(id)} dir="auto">
                {title}
              </Link>{' '}
              (not public)
            </>
          )}
        </li>
      ))}
    </ul>
  </Part>
)

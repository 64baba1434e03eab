import { adminPaths } from '#contract/admin-paths.ts'
import {
  BranchConflictSchema,
  BranchListSchema,
  BranchNameSchema,
  BranchPagesSchema,
  BranchPreviewSchema,
  BranchTipSchema,
  PublishBranchSchema,
} from '#contract/branches.ts'
import { BRANCH_FILES_MAX, BRANCH_MAX_DAYS, BRANCHES_MAX } from '#contract/limits.ts'
import { pagePaths } from '#contract/paths.ts'
import { StalePostSchema } from '#contract/posts.ts'
import type { BranchSide } from '#server/admin/sessions/tokens.ts'
import type { Renderer } from '#server/blog/render/renderer.ts'
import { created, endpoint, jsonBody, message, ok, parameters, privately } from '#server/http/endpoint.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import { withWords } from '#server/text/merge/conflict-words.ts'
import type { BranchService } from './branches.ts'

/** Several posts with conflicts. */
const RESOLVED_MAX_BYTES = 5_000_000

type Options = {
  branches: BranchService
  renderer: Pick<Renderer, 'html'>
  /** Links to previews. */
  links: {
    issue(link: BranchSide, administrator: string): Promise<{ token: string; until: string }>
    end(branch: string): Promise<boolean>
  }
}

/** Branches other than the live one. */
export const branchEndpoints = ({ branches, renderer, links }: Options) => [
  endpoint({
    id: 'listBranches',
    summary: 'Lists the branches that change content',
    description: `The ${BRANCHES_MAX} newest with a commit within ${BRANCH_MAX_DAYS} days, as of now on the remote. Those that change more than ${BRANCH_FILES_MAX} files are neither merged nor checked.`,
    method: 'GET',
    path: adminPaths.branches,
    access: 'administrator',
    response: privately(ok(BranchListSchema, 'The newest first, or why there are none.')),
    errors: [503],
    handle: () => branches.list(),
  }),
  endpoint({
    id: 'listBranchPages',
    summary: 'Lists the pages that a branch changes',
    method: 'GET',
    path: adminPaths.branchPages,
    access: 'administrator',
    query: parameters(BranchNameSchema),
    response: privately(ok(BranchPagesSchema, 'Their paths without the branch and with it.')),
    errors: [404, 409, 422, 503],
    handle: ({ query }) => branches.pages(query.name),
  }),
  endpoint({
    id: 'previewBranch',
    summary: 'Creates links to the site with a branch, and without it',
    description:
      'The pages show the newest commit of the branch merged into the live site. Everyone with a link can open it for seven days, until the links to this branch are ended, until the branch is gone, or until all sessions of the administrator are ended.',
    method: 'POST',
    path: adminPaths.branchPreviews,
    access: 'administrator',
    body: jsonBody(BranchNameSchema),
    response: privately(
      created(BranchPreviewSchema, 'The beginnings of paths: append that of a page, without its `/`.'),
    ),
    errors: [404, 409, 503],
    async handle({ body: { name }, who, audit }) {
      await branches.prepare(name)
      const after = await links.issue({ branch: name, side: 'after' }, who.person.id)
      const before = await links.issue({ branch: name, side: 'before' }, who.person.id)
      await audit('branch.previewed', { subject: name })
      return {
        after: pagePaths.timeMachine(after.token),
        before: pagePaths.timeMachine(before.token),
        until: after.until,
      }
    },
  }),
  endpoint({
    id: 'endBranchPreviews',
    summary: 'Ends all links to the preview of a branch',
    method: 'DELETE',
    path: adminPaths.branchPreviews,
    access: 'administrator',
    query: parameters(BranchNameSchema),
    response: message('The links do not work any more.'),
    errors: [404, 422],
    async handle({ query: { name }, audit }) {
      if (!(await links.end(name))) throw new NotFoundError('There are no links to this branch.')
      await audit('branch.preview-ended', { subject: name })
      return { message: 'The links do not work any more.' }
    },
  }),
  endpoint({
    id: 'getBranchConflict',
    summary: 'What a person has to decide about a post that a branch and the live site have changed',
    description: 'As for a save that conflicts (409): mine is the branch, theirs is the live site.',
    method: 'GET',
    path: adminPaths.branchConflict,
    access: 'administrator',
    query: parameters(BranchConflictSchema),
    response: privately(ok(StalePostSchema, 'The conflicts, and all that is merged already.')),
    errors: [404, 409, 422, 503],
    async handle({ query }) {
      const stale = await branches.conflict(query)
      return withWords(stale, stale.current.format, renderer.html)
    },
  }),
  endpoint({
    id: 'publishBranch',
    summary: 'Merges a branch into the live site',
    description:
      'Only a branch that changes nothing but content and stored files, has no errors, and whose newest commit is `tip`. `resolved`: for each post with a conflict, its form. With GIT_PUSH, the remote has the merge before the site shows it.',
    method: 'POST',
    path: adminPaths.publishBranch,
    access: 'administrator',
    confirms: { effect: 'publishes a branch' },
    body: jsonBody(PublishBranchSchema, { maxBytes: RESOLVED_MAX_BYTES }),
    response: message('The branch is live.'),
    errors: [404, 409, 503],
    async handle({ body, who, audit }) {
      const { name, email } = who.person
      await branches.publish(body, { name, email })
      await audit('branch.published', { subject: body.name })
      return { message: 'The branch is live.' }
    },
  }),
  endpoint({
    id: 'removeBranch',
    summary: 'Deletes a branch on the remote',
    description:
      'With GIT_PUSH, while `tip` is its newest commit. Never the live or default branch, or a protected one.',
    method: 'DELETE',
    path: adminPaths.branches,
    access: 'administrator',
    confirms: { effect: 'deletes for good' },
    query: parameters(BranchTipSchema),
    response: message('Removed.'),
    errors: [404, 409, 422, 503],
    async handle({ query, audit }) {
      await branches.remove(query)
      await audit('branch.removed', { subject: query.name })
      return { message: 'The branch was removed.' }
    },
  }),
]

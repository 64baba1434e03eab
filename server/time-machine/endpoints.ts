import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import { ContentCommitsSchema, type Moment, MomentSchema, TimeMachineLinkSchema } from '#contract/time-machine.ts'
import type { Blog } from '#server/blog/blog.ts'
import type { Renderer } from '#server/blog/render/renderer.ts'
import { isSvg } from '#server/content/files/post-names.ts'
import { created, endpoint, jsonBody, ok, type Page, privately } from '#server/http/endpoint.ts'
import { DomainError, UnavailableError } from '#server/lib/errors.ts'
import { createFairQueue } from '#server/lib/fair-queue.ts'
import { rasterizeSvg } from '#server/media/svg-images.ts'
import { BRANCH_IMAGES, PAST_IMAGES, type PastPages } from '#server/pages/past-pages.tsx'
import { createSiteData } from '#server/pages/site-data.ts'
import { createImageMemory } from './image-memory.ts'
import type { PastContent } from './past-content.ts'
import { pastImages, wasShown } from './past-images.ts'
import type { TimeMachine } from './time-machine.ts'

/** Signs and verifies the tokens of links. `read` returns `undefined` for one that is invalid or expired. */
type MomentLinks = {
  issue(moment: Moment, administrator: string): Promise<{ token: string; until: string }>
  read(token: string): Promise<Moment | undefined>
}

/** The site with a branch, or without it, behind links that are read in the same way. */
type BranchPreviews = {
  read(token: string): Promise<BranchSide | undefined>
  /** Throws a `DomainError` where the branch is gone or cannot be merged. */
  open(link: BranchSide): Promise<{ commit: string; past: PastContent; stored: StoredImages }>
  now(): Date
}
/** The images in `storage/public` that a branch adds or changes. `read` returns `undefined` for others, and for one that is too large. */
type StoredImages = { has(path: string): boolean; read(path: string): Promise<Uint8Array | undefined> }
type BranchSide = { branch: string; side: 'before' | 'after' }

type Options = {
  timeMachine: TimeMachine
  moments: MomentLinks
  branches: BranchPreviews
  pages: PastPages
  /** The posts of former content, at that time. */
  queriesAt: Blog['queriesAt']
  renderer: Pick<Renderer, 'html'>
  /** Encodes an image again, without metadata. */
  encode: (bytes: Uint8Array) => Promise<Uint8Array>
  publicDir: string
}

/** Anybody with a link may ask, and each page runs git. */
const SHOWN_AT_ONCE = 2

/** `pagePaths.timeMachine` */
const PAGE = '/time-machine/:token'

/** The links to the public pages of a former time. */
export const timeMachineEndpoints = ({ timeMachine, moments }: Pick<Options, 'timeMachine' | 'moments'>) => [
  endpoint({
    id: 'listContentCommits',
    summary: 'Lists the newest commits of the content',
    method: 'GET',
    path: adminPaths.timeMachine,
    access: 'administrator',
    response: privately(ok(ContentCommitsSchema, 'The newest 50, newest first, or why there are none.')),
    handle: () => timeMachine.list(),
  }),
  endpoint({
    id: 'openTimeMachine',
    summary: 'Creates a link to the public pages of a former time',
    description:
      'Either `at`, a date and time, or `commit`, its full id, on the current branch. What was a draft or scheduled then stays hidden. Everyone with the link can open it for seven days, or until all sessions of the administrator are ended.',
    method: 'POST',
    path: adminPaths.timeMachine,
    access: 'administrator',
    body: jsonBody(MomentSchema),
    response: privately(
      created(
        TimeMachineLinkSchema,
        'A path of the site. `rejected`: files that today’s rules reject, which are left out.',
      ),
    ),
    errors: [404, 409],
    async handle({ body, who, audit }) {
      const moment = await timeMachine.find(body)
      const { token, until } = await moments.issue(moment, who.person.id)
      await audit('time-machine.opened', { subject: moment.commit.slice(0, 7) })
      return { path: pagePaths.timeMachine(token), until, ...moment }
    },
  }),
]

/** These pages, behind signed links. */
export function pastPages(options: Options): Page[] {
  const { timeMachine, moments, branches, pages, queriesAt, renderer, encode, publicDir } = options
  const fairQueue = createFairQueue({
    atOnce: SHOWN_AT_ONCE,
    busy: 'Too many pages of the past are requested right now.',
  })
  const images = createImageMemory()

  const show = (request: Request, token: string): Promise<Response> =>
    fairQueue(() => shown(request, token)).catch((error) => {
      if (error instanceof UnavailableError) return pages.full(error)
      throw error
    })

  /** What a link shows; `undefined` for one that does not work. Throws a `DomainError` where what it names is gone, or git is. */
  async function openLink(token: string) {
    const moment = await moments.read(token)
    if (moment) return { ...moment, past: await timeMachine.open(moment.commit), stored: undefined, branch: undefined }
    const link = await branches.read(token)
    if (!link) return
    const branch = { name: link.branch, side: link.side }
    return { ...(await branches.open(link)), at: branches.now().toISOString(), branch }
  }

  /** `key` names the bytes that `read` returns. */
  async function sendImage(key: string, read: () => Promise<Uint8Array | undefined>): Promise<Response> {
    const bytes = await images.load(key, async () => {
      const original = await read()
      return original && encode(original)
    })
    return bytes ? pages.image(bytes) : pages.none()
  }

  async function shown(request: Request, token: string): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const target = pathname.slice(pagePaths.timeMachine(token, '').length) || '/'
    try {
      const opened = await openLink(token)
      if (!opened) return pages.none()
      const { commit, at, branch, past, stored } = opened
      const { snapshot, text, image } = past
      if (target.startsWith(`/${PAST_IMAGES}`)) {
        const file = fileIn(target.slice(PAST_IMAGES.length + 1))
        if (!wasShown(file, snapshot, new Date(at))) return pages.none()
        return await sendImage(`${commit} ${file}`, async () => {
          const original = await image(file)
          return original && isSvg(file) ? drawn(original) : original
        })
      }
      if (target.startsWith(`/${BRANCH_IMAGES}`)) {
        const path = fileIn(target.slice(BRANCH_IMAGES.length + 1))
        return await sendImage(`${commit} /${path}`, async () => stored?.read(path))
      }
      const content = { snapshot: () => snapshot, text }
      const now = () => new Date(at)
      const isOfBranch = (path: string) => stored?.has(path) === true
      const hasStored = (path: string) => isOfBranch(path) || existsSync(join(publicDir, path))
      const { api } = queriesAt(content, now, pastImages(snapshot, hasStored))
      const data = createSiteData({ content, blog: () => api, renderer, now })
      const linkTo = (path: string) => pagePaths.timeMachine(token, path)
      return await pages.show(target + search, { data, at, branch, linkTo, isOfBranch })
    } catch (error) {
      // The commit or the branch is gone, or git is: the link does not work.
      if (error instanceof DomainError) return (await branches.read(token)) ? pages.noBranch() : pages.none()
      throw error
    }
  }

  const handle: Page['handle'] = ({ request, params: { token = '' } }) => show(request, token)
  return [PAGE, `${PAGE}/*`].map((path) => ({ path, handle }))
}

/** A drawing as PNG; `undefined` for one that cannot be shown. */
async function drawn(svg: Uint8Array): Promise<Uint8Array | undefined> {
  const drawing = await rasterizeSvg(new Blob([new Uint8Array(svg)]))
  return 'png' in drawing ? drawing.png : undefined
}

/** An empty text for a path that is malformed. */
function fileIn(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}

import { Elysia } from 'elysia'
import { pagePaths } from '#contract/paths.ts'
import { shownPreviews } from '#server/blog/shown-previews.ts'
import { branchEndpoints } from '#server/branches/endpoints.ts'
import { historyEndpoints } from '#server/git/history/endpoints.ts'
import { stuckSaveEndpoints } from '#server/git/history/stuck-save-endpoints.ts'
import { recordRoute } from '#server/http/access-log.ts'
import type { Page, Section } from '#server/http/endpoint.ts'
import { endpointRoutes, pageRoutes } from '#server/http/endpoint-routes.ts'
import { errorHandler, HIDDEN_ROUTE, MethodNotAllowedError, rejectOtherMethods } from '#server/http/errors.ts'
import { createIdentification } from '#server/http/identity.ts'
import { createOriginCheck } from '#server/http/same-origin.ts'
import { storageFiles } from '#server/http/static-files.ts'
import { importEndpoints } from '#server/import/endpoints.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import { repairEndpoints } from '#server/ops/repair-endpoints.ts'
import { pageFileEndpoints } from '#server/page-files/endpoints.ts'
import { pastPages, timeMachineEndpoints } from '#server/time-machine/endpoints.ts'
import { previewEndpoints } from '#server/writing/preview-endpoints.ts'
import type { Services } from './services.ts'

/** All routes in order: first the endpoints, then files, last the pages. Never listens. */
export function createApp(services: Services) {
  const { admin, blog, site, ops, publicDir, pictures, publicUrl, trustedProxies, log } = services
  // Elysia would otherwise look for the path after the first eleven characters, which is wrong for a host like `web`.
  const app = new Elysia({ handler: { standardHostname: false } })
  const identify = createIdentification({
    app,
    identify: admin.identify,
    trustedProxies,
    assertSameOrigin: createOriginCheck({ publicUrl, log }),
    note: admin.note,
  })
  const endpoints = createSections(services).flatMap((section) => section.endpoints)

  return app
    .use(recordRoute)
    .use(errorHandler(log, ops.headersFor))
    .use(endpointRoutes(endpoints, identify))
    .use(storageFiles(publicDir, async (path) => (await blog.covers.create(path)) || pictures.isStored(path)))
    .use(site.assets)
    .use(pageRoutes([...site.files, ...linkedPages(services)]))
    .use(rejectOtherMethods((path) => path.startsWith(pagePaths.tryForFree)))
    .use(unknownApiRoutes)
    .use(publicPages(site.pages))
}

/** The whole API, by the headings of its description. */
export function createSections(services: Services): readonly Section[] {
  const { admin, blog, history, trash, leads, site, ops, renderer, writing, content, now } = services
  const { timeMachine, branches } = services
  const ofBlog = blog.endpoints({
    previews: services.previewLinks,
    canRestore: trash.isAvailable,
    lastEditor: history.lastEditor,
    creations: admin.tokens.creations,
    workingCopies: writing.workingCopies,
  })
  const ofLeads = leads.endpoints()
  const previews = previewEndpoints({
    renderer,
    placeImages: blog.colocatedImages.placeImages,
    content,
    publicDir: services.publicDir,
    fetchImages: services.pictures.fetchMentioned,
    now,
  })
  const ofContent = [...repairEndpoints(services.repairs), ...ops.endpoints, ...stuckSaveEndpoints(services.stuckSaves)]
  const ofHistory = [
    ...historyEndpoints({ history, trash }),
    ...timeMachineEndpoints({ timeMachine, moments: admin.tokens.moments }),
    ...branchEndpoints({ branches, renderer, links: admin.tokens.branches }),
  ]
  const ofPages = pageFileEndpoints({
    dir: services.contentDir,
    checkout: services.checkout,
    tokens: admin.tokens.pages,
    pages: site.pages.changed,
    content,
    blog,
    renderer,
    now,
  })
  const sections: readonly Section[] = [
    { title: 'Visitors', endpoints: [...site.endpoints, ...ofLeads.visitors] },
    { title: 'Posts', endpoints: ofBlog.posts },
    { title: 'Categories and tags', endpoints: ofBlog.terms },
    { title: 'Authors', endpoints: ofBlog.authors },
    { title: 'Pages', endpoints: ofPages },
    { title: 'History', endpoints: ofHistory },
    { title: 'Writing', endpoints: [...writing.endpoints(blog.colocatedImages.folderUrls), ...previews] },
    { title: 'Media library', endpoints: ofBlog.media },
    { title: 'Imports', endpoints: importEndpoints({ importer: services.importer, content, now }) },
    { title: 'Leads', endpoints: ofLeads.leads },
    { title: 'Administration', endpoints: [...admin.endpoints(services.prepareRenderer), ...ofContent] },
    { title: 'Machines', endpoints: ops.forMachines(() => sections) },
  ]
  return sections
}

/** Pages that only a link leads to, and the frame of the preview. */
const linkedPages = ({
  admin,
  blog,
  site,
  renderer,
  timeMachine,
  branches,
  previewLinks,
  pictures,
  publicDir,
  now,
}: Services): Page[] => [
  shownPreviews({ queries: blog.queries, previews: previewLinks, pages: site.pages.previews }),
  ...pastPages({
    timeMachine,
    moments: admin.tokens.moments,
    branches: { read: admin.tokens.branches.read, open: branches.open, now },
    pages: site.pages.past,
    queriesAt: blog.queriesAt,
    renderer,
    encode: pictures.encode,
    publicDir,
  }),
]

const notFound = () => {
  throw new NotFoundError()
}
/** Registers each method, because the pages match `GET /*` before Elysia tries `all`. */
const unknownApiRoutes = ['/api', '/api/*'].reduce(
  (app, path) =>
    app.get(path, notFound, HIDDEN_ROUTE).head(path, notFound, HIDDEN_ROUTE).all(path, notFound, HIDDEN_ROUTE),
  new Elysia({ name: 'unknown-api-routes' }),
)

/** Any other path is a page, or the page that says that there is none. */
const publicPages = ({ answer }: { answer(request: Request): Promise<Response> }) =>
  new Elysia({ name: 'pages' })
    .get('/*', ({ request }) => answer(request))
    .head('/*', ({ request }) => answer(request))
    .all('/*', () => {
      throw new MethodNotAllowedError(['GET', 'HEAD'])
    })

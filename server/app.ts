import { Elysia } from 'elysia'
import { pagePaths } from '#contract/paths.ts'
import { historyRoutes } from '#server/git/history/routes.ts'
import { stuckSaveRoutes } from '#server/git/history/stuck-save-routes.ts'
import { trashRoutes } from '#server/git/history/trash-routes.ts'
import { recordRoute } from '#server/http/access-log.ts'
import { errorHandler, HIDDEN_ROUTE, MethodNotAllowedError, rejectOtherMethods } from '#server/http/errors.ts'
import { createRequestTools } from '#server/http/request.ts'
import { createOriginCheck } from '#server/http/same-origin.ts'
import { storageFiles } from '#server/http/static-files.ts'
import { importRoutes } from '#server/import/import-routes.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import { repairRoutes } from '#server/ops/repair-routes.ts'
import { timeMachineRoutes } from '#server/time-machine/routes.ts'
import { previewRoutes } from '#server/writing/preview-routes.ts'
import type { Services } from './services.ts'

/** All routes in order: first those of the features, then files, last the pages. Never listens. */
export function createApp({ admin, blog, history, trash, leads, site, ops, renderer, ...services }: Services) {
  const { publicDir, publicUrl, pictures, trustedProxies, writing, timeMachine, content, now, log } = services
  // Elysia would otherwise look for the path after the first eleven characters, which is wrong for a host like `web`.
  const app = new Elysia({ handler: { standardHostname: false } })
  const tools = createRequestTools({
    app,
    identify: admin.identify,
    trustedProxies,
    assertSameOrigin: createOriginCheck({ publicUrl, log }),
    note: admin.note,
  })

  const previews = {
    renderer,
    placeImages: blog.colocatedImages.placeImages,
    frame: site.pages.previewFrame,
    content,
    publicDir,
    fetchImages: pictures.fetchMentioned,
    now,
  }

  return app
    .use(recordRoute)
    .use(errorHandler(log, ops.headersFor))
    .use(ops.routes(tools))
    .use(admin.routes(tools, services.prepareRenderer))
    .use(
      blog.routes(tools, {
        previews: services.previewLinks,
        pages: site.pages.previews,
        canRestore: trash.isAvailable,
        lastEditor: history.lastEditor,
        workingCopies: writing.workingCopies,
      }),
    )
    .use(writing.routes(tools, admin.identify, blog.colocatedImages.folderUrls))
    .use(previewRoutes(previews, tools.requireAdmin))
    .use(historyRoutes(history, tools.requireAdmin, tools.audit))
    .use(trashRoutes(trash, tools))
    .use(repairRoutes(services.repairs, tools))
    .use(stuckSaveRoutes(services.stuckSaves, tools))
    .use(importRoutes(services.importer, { content, now }, tools))
    .use(
      timeMachineRoutes(
        {
          timeMachine,
          moments: admin.tokens.moments,
          pages: site.pages.past,
          queriesAt: blog.queriesAt,
          renderer,
          encode: pictures.encode,
        },
        tools,
      ),
    )
    .use(leads.routes(tools))
    .use(storageFiles(publicDir, async (path) => (await blog.covers.create(path)) || pictures.isStored(path)))
    .use(site.routes())
    .use(rejectOtherMethods((path) => path.startsWith(pagePaths.tryForFree)))
    .use(unknownApiRoutes)
    .use(pageRoutes(site.pages))
}

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
const pageRoutes = ({ answer }: { answer(request: Request): Promise<Response> }) =>
  new Elysia({ name: 'pages' })
    .get('/*', ({ request }) => answer(request))
    .head('/*', ({ request }) => answer(request))
    .all('/*', () => {
      throw new MethodNotAllowedError(['GET', 'HEAD'])
    })

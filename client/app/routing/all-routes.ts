import { adminRoutes } from './admin-routes.ts'
import type { AnyRoute } from './route.ts'
import { siteRoutes } from './routes.ts'

/** Every URL that shows a page, for the build and the server. The scripts of visitors contain only theirs. */
export const routes: readonly AnyRoute[] = [...siteRoutes, ...adminRoutes]

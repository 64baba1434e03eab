/** The script of administrators, with all pages: the one of visitors knows nothing of the dashboard. */
import { adminRoutes } from '#client/app/routing/admin-routes.ts'
import { addRoutes } from '#client/app/routing/find-page.ts'
import { startApp } from '#client/app/start/start-app.tsx'

addRoutes(adminRoutes)
startApp()

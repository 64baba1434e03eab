/** The script of administrators. A link to a page of visitors loads a new document. */
import { AdminFrame } from '#client/app/frame/admin-frame.tsx'
import { adminRoutes } from '#client/app/routing/admin-routes.ts'
import { startApp } from '#client/app/start-app.tsx'
import { allowHistoryGuards } from '#client/lib/history-guard.ts'

allowHistoryGuards()
startApp(adminRoutes, AdminFrame)

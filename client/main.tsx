/** The script of visitors. */

import { SiteFrame } from '#client/app/frame/site-frame.tsx'
import { siteRoutes } from '#client/app/routing/routes.ts'
import { startApp } from '#client/app/start-app.tsx'

startApp(siteRoutes, SiteFrame)

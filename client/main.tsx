// biome-ignore-all assist/source/organizeImports: with the app first, the script of every public page compresses better
/** The script of visitors. */
import { startApp } from '#client/app/start/start-app.tsx'
import { SiteFrame } from '#client/app/frame/site-frame.tsx'
import { siteRoutes } from '#client/app/routing/routes.ts'

startApp(siteRoutes, SiteFrame)

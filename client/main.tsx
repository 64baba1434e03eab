/** The script of visitors. */
import { startApp } from '#client/app/start/start-app.tsx'

startApp()

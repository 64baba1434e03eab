/** What the download pages load, and their heads. Every page ships this file. */
import type { PageHead } from '#client/lib/page-types.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'

export type AppId = 'driver' | 'operator'

export const loadDriver = async (): Promise<AppId> => 'driver'
export const loadOperator = async (): Promise<AppId> => 'operator'

export const headApp = (app: AppId, { name, slug }: SiteInfo): PageHead =>
  app === 'driver'
    ? {
        title: `Driver Pro: the app for your drivers | ${name}`,
        description: `Driver Pro is ${name}'s app for drivers: the day's stops and what comes off at each door.`,
        canonicalPath: pagePaths.driverApp(slug),
        image: 'driver-pro',
      }
    : {
        title: `Operator Pro: the app for the floor | ${name}`,
        description: `Operator Pro is ${name}'s app for production: what to make today, and how many.`,
        canonicalPath: pagePaths.operatorApp(slug),
        image: 'operator-pro',
      }

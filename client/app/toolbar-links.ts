import { pagePaths } from '#contract/paths.ts'
import type { SiteFacts } from '#contract/site.ts'

/** §2: what the toolbar holds on wide screens and the menu on others, in this order. */
export const toolbarLinks = ({ slug }: SiteFacts) =>
  [
    { label: 'Download Driver Pro app', to: pagePaths.driverApp(slug) },
    { label: 'Download Operator Pro app', to: pagePaths.operatorApp(slug) },
    { label: 'Learn More', to: pagePaths.learnMore },
    { label: 'Contact Us', to: pagePaths.contact },
  ] as const

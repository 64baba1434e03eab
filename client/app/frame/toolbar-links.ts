import { pagePaths } from '#contract/paths.ts'
import type { SiteFacts } from '#contract/site.ts'

/** §2: what the toolbar holds on wide screens and the menu on others, in this order. `rest` is what a search engine reads beside a label that says little. */
export const toolbarLinks = ({ slug, name }: SiteFacts) =>
  [
    { label: 'Download Driver Pro app', rest: '', to: pagePaths.driverApp(slug) },
    { label: 'Download Operator Pro app', rest: '', to: pagePaths.operatorApp(slug) },
    { label: 'Learn More', rest: `about ${name}`, to: pagePaths.learnMore },
    { label: 'Contact Us', rest: '', to: pagePaths.contact },
  ] as const

import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { SESSION_ENDED_KEY } from '#client/api/session-keys.ts'
import { adminRoutes } from '#client/app/routing/admin-routes.ts'
import { pathIn } from '#client/app/routing/find-page.ts'
import type { AnyRoute } from '#client/app/routing/route.ts'
import { siteRoutes } from '#client/app/routing/routes.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SampleSite } from './sample-site.ts'

/** A page in one of its states. */
export type ShownPage = {
  name: string
  /** The path of its route in the router; other states of a page have none, and are only in the full run. */
  route?: string
  path: string | ((links: SampleSite['links']) => string)
  /** Brings the opened page into the state. */
  reach?: (page: Page) => Promise<unknown>
  /** Problems in the console that the state causes on purpose. */
  expected?: RegExp
  /** Looks like another page of the list. */
  onlyInFullRun?: boolean
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const shows = (text: string | RegExp) => (page: Page) => expect(page.getByText(text).first()).toBeVisible()
const inOrder =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }

const one = (route: string, name = route.slice(1) || 'home', reach?: ShownPage['reach']): ShownPage => ({
  name,
  route,
  path: route,
  ...(reach && { reach }),
})

/** The pages of routes without parameters, at their paths. Of those with one component, only the first is in the short run. */
const fixedPages = (routes: readonly AnyRoute[]): ShownPage[] =>
  routes.flatMap(({ path, file }, index) => {
    if (path.includes(':')) return []
    const isLikeAnother = routes.findIndex((other) => other.file === file) < index
    return [{ ...one(path), path: pathIn({ path }, 'palletry'), onlyInFullRun: isLikeAnother }]
  })

const POSTS = [
  'counting-jars',
  'before-the-container-lands',
  'lot-numbers-before-you-need-them',
  'your-first-week-off-spreadsheets',
  'a-packing-list-the-night-shift-can-read',
  'how-to-set-an-order-cut-off',
  'net-14-or-auto-bill-pay',
  'what-a-batch-really-costs',
  'what-a-milk-route-teaches-you-about-client-data',
  'who-owns-this-client',
]

async function writeMessage(page: Page) {
  for (const [label, text] of Object.entries({ Name: 'Ann', Email: 'ann@bakery.example', Message: 'Sixty clients.' }))
    await page.getByLabel(label).fill(text)
  await press('Send message')(page)
}

/** On wide screens the toolbar has the links of the menu. */
async function openMenu(page: Page) {
  const button = page.getByRole('button', { name: 'Open menu' })
  if (await button.isVisible()) await button.click()
}

async function endSession(page: Page) {
  await page.evaluate((key) => sessionStorage.setItem(key, 'yes'), SESSION_ENDED_KEY)
  await page.reload()
  await shows('Your session has ended')(page)
}

async function openBrokenPost(page: Page) {
  const posts = '**/api/blog-posts/*'
  await page.route(posts, (route) =>
    route.fulfill({ json: { id: new URL(route.request().url()).pathname.split('/').at(-1), title: 'Broken' } }),
  )
  await page
    .getByRole('link', { name: /Read More/ })
    .first()
    .click()
  await shows('Something went wrong')(page)
  await page.unroute(posts)
}

/** Every page of visitors. */
export const publicPages: readonly ShownPage[] = [
  ...fixedPages(siteRoutes),
  { name: 'home, board', path: pagePaths.home, reach: inOrder(press('Try it'), shows('not sent anywhere')) },
  { name: 'home, menu of phones', path: pagePaths.home, reach: openMenu },
  { name: 'home, ended session', path: pagePaths.home, reach: endSession },
  { name: 'home, privacy policy', path: pagePaths.home, reach: press('Privacy Policy') },
  {
    name: 'sign-up with a word',
    route: `${pagePaths.tryForFree}/:token`,
    path: `${pagePaths.tryForFree}/a-word?plan=3`,
    onlyInFullRun: true,
  },
  {
    name: 'sign-up with errors',
    path: `${pagePaths.tryForFree}/a-word`,
    reach: inOrder(press('Start my free trial'), shows('You have errors on the form')),
  },
  {
    name: 'contact with errors',
    path: pagePaths.contact,
    reach: inOrder(press('Send message'), shows('You have errors on the form')),
  },
  { name: 'contact, sent', path: pagePaths.contact, reach: inOrder(writeMessage, shows('Thanks, we have')) },
  { name: 'search', path: `${pagePaths.blog}?q=milk` },
  { name: 'search without results', path: `${pagePaths.blog}?q=zeppelin` },
  ...POSTS.map((id, index) => ({
    name: id,
    route: pagePaths.post(':id'),
    path: pagePaths.post(id),
    onlyInFullRun: index > 0,
  })),
  {
    name: 'error page',
    path: pagePaths.blog,
    reach: openBrokenPost,
    expected: /Cannot read properties|is not iterable/,
  },
  { name: 'a missing post', path: pagePaths.post('none'), expected: /404/ },
  { name: 'category', route: pagePaths.category(':id'), path: pagePaths.category('production') },
  { name: 'tag', route: pagePaths.tag(':id'), path: pagePaths.tag('bakery') },
  { name: 'author', route: pagePaths.author(':id'), path: pagePaths.author('maren-holt') },
  { name: 'preview of a draft', path: ({ preview }) => preview },
  { name: 'time machine', path: ({ past }) => past },
]

/** The pages of administrators that need no login. */
export const loginPages: readonly ShownPage[] = [
  one(pagePaths.adminLogin, 'login'),
  {
    name: 'login, rejected',
    path: pagePaths.adminLogin,
    expected: /422/,
    reach: inOrder(
      (page) => page.getByLabel('Email').fill('nobody@bakery.example'),
      (page) => page.getByLabel('Password', { exact: true }).fill('a wrong password'),
      press('Login'),
      shows('Invalid credentials'),
    ),
  },
  {
    name: 'invitation',
    route: pagePaths.adminInvite,
    path: ({ invitation }) => invitation,
    reach: (page) => expect(page.getByLabel('Email')).toHaveValue('eve@baker.example'),
  },
  {
    name: 'invitation, invalid',
    path: `${pagePaths.adminInvite}#void`,
    reach: shows('This invitation is not valid'),
    expected: /422/,
  },
]

const edit = (id: string) => pagePaths.adminEdit(id)

/** Pages of administrators that need more than their path to be shown, and their other states. */
const statesOfDashboard: readonly ShownPage[] = [
  one(pagePaths.adminBlog, 'dashboard', shows('Counting racks')),
  { name: 'dashboard, no match', path: `${pagePaths.adminBlog}?q=zeppelin`, reach: shows('No such posts') },
  {
    name: 'dashboard, new post',
    path: pagePaths.adminBlog,
    reach: inOrder(shows('Counting racks'), press('Create Post'), shows('Create Blog Post')),
  },
  {
    name: 'dashboard, history',
    path: pagePaths.adminBlog,
    reach: inOrder(shows('Counting racks'), press('History of Counting racks'), shows('Buy ten racks')),
  },
  {
    name: 'dashboard, time machine',
    path: pagePaths.adminBlog,
    reach: inOrder(shows('Counting racks'), press('Time machine')),
  },
  {
    name: 'dashboard, deletion',
    path: pagePaths.adminBlog,
    reach: inOrder(shows('Counting racks'), press('Delete Counting racks')),
  },
  one(pagePaths.adminNew, 'new post', (page) =>
    expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible(),
  ),
  {
    name: 'editor',
    route: pagePaths.adminEdit(':id'),
    path: edit('lot-numbers-before-you-need-them'),
    reach: (page) => expect(page.getByRole('textbox', { name: 'Title', exact: true })).not.toHaveValue(''),
  },
  {
    name: 'editor of HTML, previewed',
    path: edit('counting-jars'),
    reach: inOrder(
      (page) => expect(page.getByRole('textbox', { name: 'Title', exact: true })).not.toHaveValue(''),
      press('Preview'),
    ),
  },
  one(pagePaths.adminMedia, 'media', (page) => expect(page.getByText(/×/).first()).toBeVisible()),
  {
    name: 'an image',
    route: adminPaths.imagePage,
    path: pagePaths.adminMedia,
    reach: inOrder(
      (page) => page.getByRole('listitem').getByRole('heading', { level: 2 }).first().getByRole('link').click(),
      shows('Suggested where the image is used next'),
    ),
  },
  {
    name: 'repair',
    route: adminPaths.repairPage,
    path: `${adminPaths.repairPage}?file=posts/broken-at-night.md`,
    reach: (page) => expect(page.getByRole('list', { name: 'Problems' })).toBeVisible(),
  },
  one(adminPaths.termsPage, 'categories and tags', shows('Routes')),
  {
    name: 'a category',
    route: adminPaths.termPage.pattern,
    path: adminPaths.termPage('categories', 'production'),
    reach: (page) => expect(page.getByRole('heading', { name: 'Production' })).toBeVisible(),
  },
  one(adminPaths.pagesPage, 'pages', shows('Contact, hours and company')),
  {
    name: 'the form of a trade',
    path: `${adminPaths.pagesPage}?file=landings/bakery-erp.yml`,
    reach: (page) => expect(page.getByRole('textbox', { name: 'Headline', exact: true })).toBeVisible(),
  },
  one(pagePaths.adminTrash, 'trash', shows('A post that was deleted')),
  one(adminPaths.branchesPage, 'branches', shows('No branches')),
  one(pagePaths.adminLeads, 'leads', shows('Ada Brook')),
  {
    name: 'leads, no match',
    path: pagePaths.adminLeads,
    reach: inOrder(shows('Ada Brook'), (page) => page.getByLabel('Search').fill('zeppelin'), shows('No leads match')),
  },
  {
    name: 'a lead',
    path: pagePaths.adminLeads,
    reach: inOrder(
      (page) => page.getByRole('link', { name: 'Rosa Delgado' }).first().click(),
      shows('Delgado Bread Co.'),
    ),
  },
  one(pagePaths.adminAccount, 'account', shows('eve@baker.example')),
  one(pagePaths.adminAudit, 'audit log', (page) => expect(page.locator('tbody tr').first()).toBeVisible()),
  one(adminPaths.sitePage, 'state of the site', shows('Check again')),
]

const reached = new Set([...loginPages, ...statesOfDashboard].map(({ route }) => route))
/** Every page of administrators behind the login. */
export const dashboardPages: readonly ShownPage[] = [
  ...statesOfDashboard,
  ...fixedPages(adminRoutes.filter(({ path }) => !reached.has(path))),
]

export const everyPage: readonly ShownPage[] = [...publicPages, ...loginPages, ...dashboardPages]

export type Theme = 'dark' | 'light'

/** Chooses a theme for all pages that are opened from now on. */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  // Pages without scripts have the theme of the system.
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.addInitScript((chosen) => {
    if (location.protocol !== 'about:') localStorage.setItem('theme', chosen)
  }, theme)
}

/** Opens a page and brings it into its state. */
export async function openPage(page: Page, { path, reach }: ShownPage, { links }: SampleSite): Promise<void> {
  const url = typeof path === 'string' ? path : path(links)
  // A link that differs in its fragment only would not load the page.
  if (url.includes('#')) await page.goto('about:blank')
  await page.goto(url)
  await page.locator('html[data-hydrated], html:not(:has(#script-urls))').waitFor({ state: 'attached' })
  await reach?.(page)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

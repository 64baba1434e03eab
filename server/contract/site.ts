import * as v from 'valibot'
import { isEmail } from '#contract/validate.ts'

const line = (max = 200) =>
  v.pipe(
    v.string('must be text'),
    v.trim(),
    v.nonEmpty('must not be empty'),
    v.maxLength(max, `must be at most ${max} characters long`),
  )
/** Only web URLs: a `javascript:` link in the file would run on every page. */
const webAddress = v.pipe(v.string(), v.maxLength(500), v.url(), v.regex(/^https?:\/\//i, 'must begin with https://'))
const storedPath = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]+(\/[A-Za-z0-9._-]+)+$/, 'must be a path under storage/public'),
)
const store = v.optional(webAddress)
const downloads = v.optional(v.object({ mac: store, ios: store, android: store, linux: store, windows: store }), {})
const atMost = <Item extends v.GenericSchema>(max: number, item: Item) =>
  v.optional(v.pipe(v.array(item, 'must be a list'), v.maxLength(max, `must have at most ${max} entries`)), [])
/** The facts about an app. Its page shows nothing that is not set. */
const app = v.optional(
  v.object({ does: atMost(6, v.object({ title: line(60), text: line(200) })), requires: atMost(6, line(120)) }),
  {},
)

const DASHBOARD_LOGIN = /^https:\/\/[^/?#]*\/admin(?:\/login)?\/?(?:[?#]|$)/i

/** The parts of URL patterns in Jekyll, Hugo and WordPress. */
const permalinkNames = [
  ...(['year', 'short_year', 'month', 'monthnum', 'i_month', 'short_month', 'long_month', 'monthname'] as const),
  ...(['day', 'i_day', 'y_day', 'yearday', 'weekdayname', 'hour', 'minute', 'second'] as const),
  ...(['title', 'slug', 'postname', 'slugorfilename', 'slugorcontentbasename'] as const),
  ...(['name', 'basename', 'filename', 'contentbasename', 'path', 'section', 'sections', 'collection'] as const),
  ...(['category', 'categories', 'slugified_categories', 'author', 'output_ext'] as const),
]
export type PermalinkName = (typeof permalinkNames)[number]
/** `:year` or `%year%`. */
export const PERMALINK_PLACEHOLDER = /:[a-z_]+|%[a-z_]{3,}%/g
export const permalinkNameOf = (placeholder: string): PermalinkName | undefined =>
  permalinkNames.find((name) => placeholder === `:${name}` || placeholder === `%${name}%`)

const unknownIn = (pattern: string) => pattern.match(PERMALINK_PLACEHOLDER)?.find((one) => !permalinkNameOf(one))
/** A pattern of URLs. */
export const PermalinkSchema = v.pipe(
  v.string('must be text'),
  v.maxLength(200),
  v.regex(/^\//, 'must begin with /'),
  v.check(
    (pattern) => unknownIn(pattern) === undefined,
    ({ input }) => `${unknownIn(input)} has no meaning: write for example /:year/:month/:day/:title/`,
  ),
)

/** Each is tried for every post. */
const OLD_PERMALINKS_MAX = 100
/** A post has at most one of these. */
const OLD_FOLDERS_MAX = 2_000
const tooMany = (max: number) => `must have at most ${max.toLocaleString('en')} patterns`

/**
 * content/site.yml, validated at startup: the only place that spells the product's name. What has a title has a field in the
 * dashboard; the URLs of the product, of apps and of documents are for those who run the site.
 */
export const SiteSchema = v.object({
  name: line(40),
  slug: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens'),
    v.maxLength(40),
  ),
  description: v.pipe(
    line(300),
    v.title('Description for search engines'),
    v.description('Also shown where the site is shared.'),
  ),
  /** The vendor's sentence in the footer. */
  footer: v.pipe(line(200), v.title('Sentence in the footer')),
  contact: v.pipe(
    v.object({
      email: v.pipe(v.string(), v.check(isEmail, 'must be an e-mail address'), v.title('E-mail')),
      phone: v.pipe(line(40), v.title('Phone')),
      hours: v.pipe(line(120), v.title('Hours')),
      response_time: v.optional(
        v.pipe(
          line(60),
          v.title('Response time'),
          v.description(
            'Ends the sentence “The founder or someone from his team will answer …”: within one business day. Without it, no time is promised.',
          ),
        ),
      ),
    }),
    v.title('Contact and hours'),
  ),
  company: v.optional(
    v.pipe(
      v.object(
        {
          name: v.pipe(line(120), v.title('Name')),
          address: v.pipe(line(300), v.title('Postal address'), v.metadata({ lines: true })),
        },
        'must have a name and an address',
      ),
      v.title('Company'),
      v.description('With whom your clients make the agreement. Name and address, or neither.'),
    ),
  ),
  founder: v.optional(
    v.pipe(
      v.object({ name: v.pipe(line(80), v.title('Name')) }, 'must have a name'),
      v.title('Founder'),
      v.description('Named on the home page. Without a name, the founder is described.'),
    ),
  ),
  social: v.object({ facebook: webAddress, x: webAddress, google: webAddress, instagram: webAddress }),
  downloads: v.optional(v.object({ driver: downloads, operator: downloads }), { driver: {}, operator: {} }),
  apps: v.optional(v.object({ driver: app, operator: app }), {}),
  documents: v.object({ terms: storedPath, agreement: storedPath }),
  trial_redirect: v.optional(
    v.pipe(v.string(), v.regex(/^\/(?!\/)|^https:\/\//, 'must be a path or begin with https://')),
    '/welcome',
  ),
  /** Where `/login` redirects: the login of customers to the product. */
  login_url: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(500),
      v.url('must be a URL'),
      v.regex(/^https:\/\//i, 'must begin with https://'),
      v.check(
        (url) => !DASHBOARD_LOGIN.test(url),
        'must be the login of your customers, not that of the dashboard of this site',
      ),
    ),
  ),
  /** ISO 639-1, perhaps with a region. Posts in other languages are not shown: `x.de.md`, `fr/x.md`. */
  language: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z]{2}(?:-[a-z]{2,4})?$/i, 'must be a code such as en or de')),
    'en',
  ),
  /** URLs that posts had in another system, as its configuration spells them: `/:year/:month/:title/`. They redirect. */
  old_permalinks: v.optional(
    v.pipe(v.array(PermalinkSchema, 'must be a list'), v.maxLength(OLD_PERMALINKS_MAX, tooMany(OLD_PERMALINKS_MAX))),
    [],
  ),
  /** The same for posts in one folder below `content/posts`, by that folder; folders in patterns are those below it. */
  old_folder_permalinks: v.optional(
    v.pipe(
      v.record(
        v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
        PermalinkSchema,
        'must name a pattern for each folder',
      ),
      v.maxEntries(OLD_FOLDERS_MAX, tooMany(OLD_FOLDERS_MAX)),
    ),
    {},
  ),
})
export type Site = v.InferOutput<typeof SiteSchema>

/** The site data of every page. */
export type SiteInfo = Omit<Site, 'old_permalinks' | 'old_folder_permalinks' | 'language' | 'login_url'> & {
  /** The privacy policy as sanitized HTML; empty where its dialog loads it from its page. */
  privacyPolicy: string
  /** The year of rendering: the copyright line runs from 2019 to it. */
  year: number
  /** Origin of absolute URLs, if it is configured. */
  publicUrl?: string
  /** What plugins cost at least, as far as `plans.yml` says so. */
  plugin_prices?: PluginPrices
  /** URL of the captcha solver; absent when the captcha is off. */
  captcha?: string
}

const price = v.pipe(v.number('must be a number'), v.minValue(0), v.maxValue(100_000))

/** The keys of the plugins in `plans.yml`. */
export const pluginKeys = [
  'sales_order_system',
  'client_login',
  'calendars_and_appointments',
  'project_management',
] as const
export type PluginKey = (typeof pluginKeys)[number]
const pluginPrice = (title: string) => v.optional(v.pipe(price, v.title(title)))

/** content/plans.yml in plan order: Essentials, Professional, Business, Enterprise. Prices in USD per user per month. */
export const PlansSchema = v.object({
  plans: v.pipe(
    v.array(
      v.object({
        monthly_price: v.pipe(price, v.title('Paid monthly')),
        annual_price: v.pipe(price, v.title('Billed annually, per month')),
        price_shown: v.optional(
          v.pipe(
            v.boolean('must be true or false'),
            v.title('Show the price'),
            v.description(
              'Otherwise the pages and the calculator say “Contact us”; the API returns the price all the same.',
            ),
            v.metadata({ whenAbsent: true }),
          ),
        ),
      }),
    ),
    v.length(4, 'must list four plans'),
    v.title('Editions'),
    v.description('In US dollars per user and month: 24 or 24.50.'),
    v.metadata({ names: ['Essentials', 'Professional', 'Business', 'Enterprise'] }),
  ),
  /** What a plugin costs at least, in USD: "from $12". Without it, the price is agreed on. */
  plugin_prices: v.optional(
    v.pipe(
      v.object(
        {
          sales_order_system: pluginPrice('Sales Order System'),
          client_login: pluginPrice('Client Login'),
          calendars_and_appointments: pluginPrice('Calendars and Appointments'),
          project_management: pluginPrice('Project Management'),
        },
        'must be `key: value` lines',
      ),
      v.title('Plugins'),
      v.description('What each costs at least, in US dollars. Without a price, it is agreed on.'),
    ),
  ),
})
export type Plan = v.InferOutput<typeof PlansSchema>['plans'][number]
export type PluginPrices = NonNullable<v.InferOutput<typeof PlansSchema>['plugin_prices']>

import { PRIVACY_TEXT_ID } from '#client/lib/page-data.ts'
import { AGREEMENT_PATH, PRIVACY_POLICY_PATH, pagePaths, storageUrl } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import type { TrackDependency } from '#server/content/snapshot/changed-keys.ts'
import { plainInline, plainPage } from '#server/http/plain-page.ts'
import { type EncodedVariants, pageHeaders, precompress } from '#server/http/responses.ts'
import type { Tls } from '#server/http/strict-transport.ts'

export type LegalTextId = 'privacy-policy' | 'subscription-agreement'
/** Returns a legal text as sanitized HTML. */
export type LegalTexts = (id: LegalTextId, uses: TrackDependency) => Promise<string>

type LegalPage = { id: LegalTextId; title: string; description: string; textId?: string }

const pages = new Map<string, LegalPage>([
  [
    PRIVACY_POLICY_PATH,
    {
      id: 'privacy-policy',
      title: 'Privacy Policy',
      description: 'What personal data this website collects, why, and what you can ask us to do with it.',
      textId: PRIVACY_TEXT_ID,
    },
  ],
  [
    AGREEMENT_PATH,
    {
      id: 'subscription-agreement',
      title: 'Subscription Agreement',
      description: 'What you agree to when you start a free trial, clause by clause.',
    },
  ],
])

export const isLegalPage = (path: string) => pages.has(path)

/** A legal text as a plain page, for links to its clauses, and for the dialog of the privacy policy. */
export async function legalPage(
  path: string,
  site: SiteInfo,
  textOf: (id: LegalTextId) => Promise<string>,
  tls: Tls,
): Promise<EncodedVariants | undefined> {
  const page = pages.get(path)
  if (!page) return undefined
  const name = Bun.escapeHTML(site.name)
  const html = plainPage(
    `<title>${page.title} | ${name}</title><meta name="description" content="${page.description}">`,
    [
      `<h1>${page.title}</h1>`,
      `<div${page.textId ? ` id="${page.textId}"` : ''}>${await textOf(page.id)}</div>`,
      ...(page.id === 'subscription-agreement' ? [downloads(site)] : []),
      `<p><a href="${pagePaths.home}">Go to the home page</a></p>`,
    ].join(''),
    `<a href="${pagePaths.home}">${name}</a>`,
  )
  return precompress(html, pageHeaders(plainInline, { tls }))
}

const downloads = ({ documents }: SiteInfo) =>
  `<p><a href="${storageUrl(documents.agreement)}" download>Download it as a PDF</a></p>` +
  `<p><a href="${pagePaths.tryForFree}">Go to the sign-up form</a></p>`

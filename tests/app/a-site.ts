import type { SiteInfo } from '#contract/site.ts'

/** A site with another name: nothing in the frame may spell the product's. */
export const aSite: SiteInfo = {
  name: 'Crumbs',
  slug: 'crumbs',
  description: 'Software for bakers.',
  footer: 'Software for those who bake.',
  contact: { email: 'hello@crumbs.example', phone: '(555) 010 - 0100', hours: 'Monday to Friday' },
  social: {
    facebook: 'https://facebook.example/crumbs',
    x: 'https://x.example/crumbs',
    google: 'https://google.example/crumbs',
    instagram: 'https://instagram.example/crumbs',
  },
  downloads: { driver: {}, operator: {} },
  apps: { driver: { does: [], requires: [] }, operator: { does: [], requires: [] } },
  documents: { terms: 'documents/terms.pdf', agreement: 'documents/agreement.pdf' },
  trial_redirect: '/welcome',
  privacyPolicy: '<p>Effective August 1, 2018</p>',
  year: 2031,
}

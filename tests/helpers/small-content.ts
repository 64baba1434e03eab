/** The minimal content of a site: path inside the content folder → text. */
export const smallContent: Record<string, string> = {
  'site.yml': `name: Testery
slug: testery
description: Software for those who test.
footer: A site that stands in a temporary folder.
contact:
  email: hello@testery.example
  phone: (555) 010-0199
  hours: Monday to Friday, 8 to 5
social:
  facebook: https://www.facebook.com/testery
  x: https://x.com/testery
  google: https://www.google.com/search?q=testery
  instagram: https://www.instagram.com/testery
documents:
  terms: documents/terms.pdf
  agreement: documents/agreement.pdf
`,
  'plans.yml': `plans:
  - { monthly_price: 10, annual_price: 8 }
  - { monthly_price: 20, annual_price: 16 }
  - { monthly_price: 30, annual_price: 24 }
  - { monthly_price: 40, annual_price: 32 }
`,
  'legal/privacy-policy.md': '# Privacy policy\n\nEffective August 1, 2018.\n',
  'categories/production.yml': 'name: Production\n',
  'categories/shipping.yml': 'name: Shipping\n',
  'tags/bakery.yml': 'name: Bakery\n',
  'tags/milk.yml': 'name: Milk\n',
  'tags/routes.yml': 'name: Routes\n',
}

/** The text of a post file, with what matters to a test spelled out. */
export function aPost({
  body = '<p>Text.</p>',
  ...frontMatter
}: Record<string, unknown> & { body?: string } = {}): string {
  const fields = {
    title: 'A post',
    summary: '<p>In short.</p>',
    category: 'production',
    date: '2026-01-02',
    ...frontMatter,
  }
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n${body}\n`
}

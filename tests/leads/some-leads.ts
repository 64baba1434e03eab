import type { Lead, LeadCard, LeadList } from '#contract/leads.ts'
import type { Answers } from '#tests/admin/answers.ts'

/** A new, unread sign-up; a test spells out only what matters. */
export const aLead = (changes: Partial<LeadCard> = {}): LeadCard => ({
  id: '0190a000-0000-7000-8000-000000000001',
  kind: 'registration',
  at: new Date().toISOString(),
  name: 'Ada Baker',
  company: 'Baker & Sons',
  email: 'ada@baker.example',
  phone: '(555) 123 - 4567 x12',
  plan: 2,
  marks: [],
  state: 'new',
  read: false,
  ...changes,
})

export const aMessage = (changes: Partial<LeadCard> = {}): LeadCard => {
  const { plan, ...lead } = aLead()
  return {
    ...lead,
    id: '0190a000-0000-7000-8000-000000000002',
    kind: 'message',
    name: 'Tom',
    excerpt: 'Hello',
    ...changes,
  }
}

export const wholeOf = (card: LeadCard, changes: Partial<Lead> = {}): Lead => ({
  ...card,
  fields: [
    { label: 'Name', value: card.name },
    { label: 'Company', value: card.company },
    { label: 'Email', value: card.email },
    { label: 'Phone', value: card.phone },
  ],
  address: '203.0.113.0/24',
  events: [],
  ...changes,
})

export const listOf = (leads: LeadCard[], changes: Partial<LeadList> = {}): LeadList => ({
  leads,
  next: null,
  unread: leads.filter(({ read }) => !read).length,
  ...changes,
})

/** A server with these leads and their details. */
export function having(...leads: LeadCard[]): Answers {
  const each = leads.flatMap((lead): [string, Answers[string]][] => [
    [`GET /api/leads/${lead.id}`, () => ({ body: wholeOf(lead) })],
    [`POST /api/leads/${lead.id}/events`, ({ json }) => ({ body: wholeOf({ ...lead, ...Object(json), read: true }) })],
  ])
  return { 'GET /api/leads': () => ({ body: listOf(leads) }), ...Object.fromEntries(each) }
}

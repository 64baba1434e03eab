import * as v from 'valibot'
import { adminPaths } from '#contract/admin-paths.ts'
import { LeadEventSchema, LeadFilterSchema, LeadPageSchema } from '#contract/lead-query.ts'
import { LeadListSchema, LeadSchema } from '#contract/leads.ts'
import { endpoint, filledParameters, jsonBody, message, ok } from '#server/http/endpoint.ts'
import type { Identified, Identity } from '#server/http/identity.ts'
import { apiHeaders } from '#server/http/responses.ts'
import { createCsv, toStream } from '#server/leads/records/csv.ts'
import type { Inbox } from './inbox.ts'
import { createLeadReads } from './lead-reads.ts'

const READS = 'After 500 leads within ten minutes, a confirmation is needed.'
const reading = { effect: 'reads leads at once', when: 'after 500 leads within ten minutes' } as const
const lead = ok(LeadSchema, 'Everything that was sent, except the password, and the events since.')

/** Sign-ups and messages, for administrators. */
export function leadEndpoints({ inbox, now }: { inbox: Inbox; now(): Date }) {
  const countRead = createLeadReads(now)
  function assertMayRead({ who, requireConfirmation }: Identified<Identity>, count: number): void {
    if (countRead(who.person.id, count)) requireConfirmation()
  }

  return [
    endpoint({
      id: 'listLeads',
      summary: 'Lists sign-ups and messages, newest first',
      description: READS,
      method: 'GET',
      path: adminPaths.leads,
      access: 'administrator',
      confirms: reading,
      query: filledParameters(v.object({ ...LeadFilterSchema.entries, ...LeadPageSchema.entries })),
      response: ok(LeadListSchema, 'A page; pass `next` as `before` for the next, older page.'),
      errors: [422, 503],
      async handle(input) {
        const { before, limit, ...filter } = input.query
        const page = await inbox.list(filter, Number(limit), before)
        assertMayRead(input, page.leads.length)
        return page
      },
    }),
    endpoint({
      id: 'exportLeads',
      summary: 'Exports the same as CSV',
      method: 'GET',
      path: adminPaths.leadsCsv,
      access: 'administrator',
      confirms: { effect: 'reads leads at once' },
      query: filledParameters(LeadFilterSchema),
      response: {
        description: 'CSV according to RFC 4180, in UTF-8.',
        type: 'text/csv',
        headers: { 'content-disposition': 'The name of the file.' },
        isStream: true,
      },
      errors: [422, 503],
      async handle({ query, audit }) {
        await audit('leads.exported')
        return new Response(toStream(createCsv(inbox, query)), { headers: csvHeaders(now()) })
      },
    }),
    endpoint({
      id: 'readLead',
      summary: 'Returns a sign-up or a message',
      description: READS,
      method: 'GET',
      path: adminPaths.lead.pattern,
      access: 'administrator',
      confirms: reading,
      response: lead,
      errors: [503],
      async handle(input) {
        const found = await inbox.get(input.params.id)
        assertMayRead(input, 1)
        return found
      },
    }),
    endpoint({
      id: 'eraseLead',
      summary: 'Erases the personal data of a lead',
      method: 'DELETE',
      path: adminPaths.lead.pattern,
      access: 'administrator',
      confirms: { effect: 'deletes for good' },
      response: message('Only its id and time remain.'),
      async handle({ params: { id }, audit }) {
        await inbox.erase(id)
        await audit('lead.erased', { subject: id })
        return { message: 'The lead is erased. Its id and time are all that is left.' }
      },
    }),
    endpoint({
      id: 'noteLeadEvent',
      summary: 'Changes the state of a lead, or marks it as read',
      description: READS,
      method: 'POST',
      path: adminPaths.leadEvents.pattern,
      access: 'administrator',
      confirms: reading,
      body: jsonBody(LeadEventSchema),
      response: lead,
      async handle(input) {
        const { params, body: event, audit } = input
        assertMayRead(input, 1)
        const changed = await inbox.recordEvent(params.id, event)
        await audit('lead.marked', { subject: params.id, detail: 'state' in event ? event.state : 'read' })
        return changed
      },
    }),
  ]
}

const csvHeaders = (now: Date) => ({
  ...apiHeaders,
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="leads-${now.toISOString().slice(0, 10)}.csv"`,
})

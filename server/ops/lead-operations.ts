import * as v from 'valibot'
import { adminPaths } from '#contract/admin-paths.ts'
import { LeadEventSchema, LeadFilterSchema, LeadPageSchema } from '#contract/lead-query.ts'
import { LeadListSchema, LeadSchema } from '#contract/leads.ts'
import { confirmationNeeded } from './account-operations.ts'
import { admin, json, jsonBody, message } from './operation.ts'

const LEAD = `${adminPaths.leads}/{id}`
const leads = json(LeadListSchema, 'A page; pass `next` as `before` for the next, older page.')
const lead = json(LeadSchema, 'Everything that was sent, except the password, and the events since.')
const READS = 'After 500 leads within ten minutes, a confirmation is needed.'
const csv = {
  description: 'CSV according to RFC 4180, in UTF-8.',
  type: 'text/csv',
  headers: { 'content-disposition': 'The name of the file.' },
}

export const leadOperations = [
  admin.get(adminPaths.leads, 'listLeads', 'Lists sign-ups and messages, newest first', leads, {
    description: READS,
    query: v.object({ ...LeadFilterSchema.entries, ...LeadPageSchema.entries }),
    errors: [422, 503],
    errorResponses: confirmationNeeded,
  }),
  admin.get(adminPaths.leadsCsv, 'exportLeads', 'Exports the same as CSV', csv, {
    query: LeadFilterSchema,
    errors: [422, 503],
    errorResponses: confirmationNeeded,
  }),
  admin.get(LEAD, 'readLead', 'Returns a sign-up or a message', lead, {
    ...{ description: READS, errors: [503], errorResponses: confirmationNeeded },
  }),
  admin.delete(LEAD, 'eraseLead', 'Erases the personal data of a lead', message('Only its id and time remain.'), {
    errorResponses: confirmationNeeded,
  }),
  admin.post(`${LEAD}/events`, 'noteLeadEvent', 'Changes the state of a lead, or marks it as read', lead, {
    description: READS,
    body: jsonBody(LeadEventSchema),
    errorResponses: confirmationNeeded,
  }),
]

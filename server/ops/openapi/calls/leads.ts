import * as v from 'valibot'
import { LeadEventSchema, LeadFilterSchema, LeadPageSchema } from '#contract/leads.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Call, json, jsonBody, messageResponse } from '#server/ops/openapi/call.ts'
import { LeadListShape, LeadShape } from '#server/ops/openapi/shapes/leads.ts'

const tag = 'Leads'
const ONE = `${apiPaths.leads}/{id}`

export const leadCalls: readonly Call[] = [
  {
    method: 'get',
    path: apiPaths.leads,
    id: 'listLeads',
    tag,
    summary: 'Lists sign-ups and messages, newest first',
    bearer: 'always',
    query: v.object({ ...LeadFilterSchema.entries, ...LeadPageSchema.entries }),
    answers: { 200: json('A page of them; `next` opens the older one as `before`.', LeadListShape) },
    refuses: [422],
  },
  {
    method: 'get',
    path: apiPaths.leadsCsv,
    id: 'exportLeads',
    tag,
    summary: 'Gives the same as a table',
    bearer: 'always',
    query: LeadFilterSchema,
    answers: {
      200: {
        text: 'CSV as RFC 4180 has it, in UTF-8.',
        type: 'text/csv',
        headers: { 'content-disposition': 'A name for the file.' },
      },
    },
    refuses: [422],
  },
  {
    method: 'get',
    path: ONE,
    id: 'readLead',
    tag,
    summary: 'Reads a sign-up or a message',
    bearer: 'always',
    answers: { 200: json('All that was sent, never the password, and what became of it.', LeadShape) },
  },
  {
    method: 'delete',
    path: ONE,
    id: 'eraseLead',
    tag,
    summary: 'Erases what is personal of a lead, for good',
    bearer: 'always',
    answers: { 200: messageResponse('Its id and time are all that is left.') },
    refuses: [503],
  },
  {
    method: 'post',
    path: `${ONE}/events`,
    id: 'noteLeadEvent',
    tag,
    summary: 'Notes how far the vendor is with a lead, or that it was read',
    bearer: 'always',
    body: jsonBody(LeadEventSchema),
    answers: { 200: json('The lead as it is now.', LeadShape) },
    refuses: [503],
  },
]

import { Elysia } from 'elysia'
import * as v from 'valibot'
import { adminPaths } from '#contract/admin-paths.ts'
import { LeadEventSchema, LeadFilterSchema, LeadPageSchema } from '#contract/lead-query.ts'
import type { RequestTools } from '#server/http/request.ts'
import { filledQueryOf, parseOrThrow, readJson } from '#server/http/request.ts'
import { apiHeaders, json } from '#server/http/responses.ts'
import { createCsv, toStream } from '#server/leads/records/csv.ts'
import type { Inbox } from './inbox.ts'
import { createLeadReads } from './lead-reads.ts'

const ListSchema = v.object({ ...LeadFilterSchema.entries, ...LeadPageSchema.entries })

const LEAD = '/api/leads/:id'
const EVENTS = '/api/leads/:id/events'

type LeadRoutesOptions = Pick<RequestTools, 'requireAdmin' | 'requireConfirmation' | 'audit'> & {
  inbox: Inbox
  now(): Date
}

/** /api/leads, for administrators. */
export function leadRoutes({ inbox, requireAdmin, requireConfirmation, audit, now }: LeadRoutesOptions) {
  const countRead = createLeadReads(now)
  async function assertMayRead(request: Request, count: number): Promise<void> {
    const { administrator } = await requireAdmin(request)
    if (countRead(administrator.id, count)) await requireConfirmation(request)
  }

  return (
    new Elysia({ name: 'leads' })
      // What this returned would be the response.
      .onBeforeHandle(async ({ request }) => void (await requireAdmin(request)))
      .get(adminPaths.leads, async ({ request }) => {
        const { before, limit, ...filter } = parseOrThrow(ListSchema, filledQueryOf(request))
        const page = await inbox.list(filter, Number(limit), before)
        await assertMayRead(request, page.leads.length)
        return json(page)
      })
      .get(adminPaths.leadsCsv, async ({ request }) => {
        const filter = parseOrThrow(LeadFilterSchema, filledQueryOf(request))
        await audit(request, 'leads.exported')
        return new Response(toStream(createCsv(inbox, filter)), { headers: csvHeaders(now()) })
      })
      .get(LEAD, async ({ request, params: { id } }) => {
        const lead = await inbox.get(id)
        await assertMayRead(request, 1)
        return json(lead)
      })
      .delete(
        LEAD,
        async ({ request, params: { id } }) => {
          await inbox.erase(id)
          await audit(request, 'lead.erased', { subject: id })
          return json({ message: 'The lead is erased. Its id and time are all that is left.' })
        },
        { parse: 'none' },
      )
      .post(
        EVENTS,
        async ({ request, params: { id } }) => {
          const event = parseOrThrow(LeadEventSchema, await readJson(request))
          await assertMayRead(request, 1)
          const lead = await inbox.recordEvent(id, event)
          await audit(request, 'lead.marked', { subject: id, detail: 'state' in event ? event.state : 'read' })
          return json(lead)
        },
        { parse: 'none' },
      )
  )
}

const csvHeaders = (now: Date) => ({
  ...apiHeaders,
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="leads-${now.toISOString().slice(0, 10)}.csv"`,
})

import * as v from 'valibot'
import {
  type Lead,
  type LeadCard,
  type LeadEvent,
  type LeadList,
  leadKinds,
  leadMarks,
  leadStates,
} from '#contract/leads.ts'
import { moment } from './posts.ts'

export const LeadCardShape = v.strictObject({
  id: v.string(),
  kind: v.picklist(leadKinds),
  at: moment,
  name: v.string(),
  company: v.string(),
  email: v.string(),
  phone: v.string(),
  plan: v.exactOptional(v.number()),
  excerpt: v.exactOptional(v.string()),
  marks: v.array(v.picklist(leadMarks)),
  state: v.picklist(leadStates),
  read: v.boolean(),
}) satisfies v.GenericSchema<LeadCard>

const EventShape = v.strictObject({
  at: moment,
  state: v.picklist(leadStates),
}) satisfies v.GenericSchema<LeadEvent>

export const LeadShape = v.strictObject({
  ...LeadCardShape.entries,
  fields: v.array(v.strictObject({ label: v.string(), value: v.string() })),
  message: v.exactOptional(v.string()),
  address: v.string(),
  events: v.array(EventShape),
}) satisfies v.GenericSchema<Lead>

export const LeadListShape = v.strictObject({
  leads: v.array(LeadCardShape),
  next: v.nullable(v.string()),
  unread: v.number(),
}) satisfies v.GenericSchema<LeadList>

import { join } from 'node:path'

/** Where leads are kept in `storage/private`. */
export const leadFiles = (folder: string) => ({
  registration: join(folder, 'registrations.jsonl'),
  message: join(folder, 'contact-messages.jsonl'),
  events: join(folder, 'lead-events.jsonl'),
})

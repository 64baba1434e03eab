import type { WorkingFields } from '#contract/writing.ts'
import { BLANK_EXTRAS } from '#tests/helpers/blank-extras.ts'

/** The fields of an unsaved text in which nothing is written yet. */
export const BLANK_FIELDS: WorkingFields = {
  format: 'md',
  title: '',
  summary: '',
  content: '',
  category_id: '',
  tags: [],
  image: '',
  image_alt: '',
  ...BLANK_EXTRAS,
  date: '',
  expires: '',
  author: '',
  address: '',
}

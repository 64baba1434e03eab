import type { WorkingFields } from '#contract/writing.ts'

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
  image_caption: '',
  image_focus: '',
  date: '',
  expires: '',
  author: '',
  address: '',
  seo_title: '',
  seo_description: '',
  canonical: '',
}

import { type PostForm, PostFormSchema } from '#contract/posts.ts'
import { accept } from '#server/http/validate.ts'
import { InvalidImageError } from '#server/media/not-a-picture.ts'

/** What the editor sends: the text fields, and a picture beside them where one was picked (§7). */
export type SentPost = { fields: PostForm; picture: Uint8Array | undefined }

/** Takes the form apart: a title like `{"a":1}` stays text, one `tags[]` is a list already. Throws `Invalid` and `InvalidImageError`. */
export async function sentPost(form: FormData): Promise<SentPost> {
  const text = (name: string) => asWritten(form.get(name) ?? undefined)
  const fields = accept(PostFormSchema, {
    title: text('title'),
    summary: text('summary'),
    content: text('content'),
    category_id: text('category_id'),
    tags: [...new Set([...form.getAll('tags[]'), ...form.getAll('tags')])].filter((tag) => tag !== ''),
    format: text('format'),
    image_alt: text('image_alt'),
    draft: text('draft'),
    date: text('date'),
    expires: text('expires'),
    address: text('address') || undefined,
    revision: text('revision'),
  })
  return { fields, picture: await pictureIn(form.get('image')) }
}

/** Browsers send line breaks as CRLF, which nobody typed and no length counts. */
const asWritten = (value: FormDataEntryValue | undefined) =>
  typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value

/** An empty file part is what a browser sends for a picker in which nothing was picked. */
async function pictureIn(part: FormDataEntryValue | null): Promise<Uint8Array | undefined> {
  if (part === null || part === '') return undefined
  if (typeof part === 'string') throw new InvalidImageError('The image must be sent as a file.')
  return part.size === 0 ? undefined : part.bytes()
}

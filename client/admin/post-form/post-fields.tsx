import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { ImagePicker } from '#client/admin/images/image-picker.tsx'
import type { TagEntry, TagEntryState } from '#client/admin/post-form/session/tag-entry.ts'
import type { PostForm } from '#client/admin/post-form/session/writing-session.ts'
import { formatDateTime } from '#client/lib/dates.ts'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Chips } from '#client/ui/content/chip.tsx'
import { DateInput } from '#client/ui/form/date-input.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { useFittingHeight } from '#client/ui/form/fitting-height.ts'
import { Select, TextArea, TextInput } from '#client/ui/form/inputs.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { PostSource, Term } from '#contract/posts.ts'
import { withNewTerm } from '#contract/term-choice.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { AuthorField } from './author-field.tsx'
import { DraftBox } from './draft-box.tsx'
import { RepairableFields, RepairNotice } from './repairable-fields.tsx'
import { summaryHint } from './summary-hint.ts'
import { TermChip } from './term-chip.tsx'

type Props = {
  form: PostForm
  titleRef: RefObject<HTMLInputElement | null>
  source: PostSource | undefined
  categories: readonly Term[]
  authors: readonly Term[]
  errors: FieldErrors
}

export function EditorFields({ form, titleRef, source, categories, authors, errors }: Props) {
  const { fields, set } = form
  const { lacks = [] } = form.base.stored ?? {}
  /** A draft needs only a title. */
  const isRequired = (field: string) => !fields.draft && !lacks.includes(field)
  const written = form.base.format === 'md' ? 'Markdown' : 'HTML'
  const summary = useFittingHeight(fields.summary)
  const content = useFittingHeight(fields.content)
  return (
    <>
      <RepairNotice source={source} />
      <RepairableFields source={source}>
        <Field label="Title" error={errors.title?.message}>
          <TextInput
            value={fields.title}
            dir="auto"
            required
            autoComplete="off"
            ref={titleRef}
            onChange={(event) => set({ title: event.target.value })}
          />
        </Field>
        <Field label="Summary (HTML)" error={errors.summary?.message} hint={summaryHint(fields.summary, source)}>
          <Growing
            ref={summary}
            code
            rows={2}
            dir="auto"
            value={fields.summary}
            required={isRequired('summary')}
            onChange={(event) => set({ summary: event.target.value })}
          />
        </Field>
      </RepairableFields>
      <Field label={`Content (${written})`} error={errors.content?.message}>
        <Growing
          ref={content}
          code
          rows={5}
          value={fields.content}
          required={isRequired('content')}
          onChange={(event) => set({ content: event.target.value })}
        />
      </Field>
      <RepairableFields source={source}>
        <Pair>
          <Field label="Category" error={errors.category_id?.message}>
            <Select
              value={fields.category_id}
              required={isRequired('category_id')}
              onChange={(event) => set({ category_id: event.target.value })}
            >
              <option value="">Choose a category</option>
              {withNewTerm(categories, fields.category_id).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <TagField entry={form.entry} tags={form.tags} error={errors.tags?.message} />
        </Pair>
        <ImagePicker
          image={form.image}
          current={source?.image ?? null}
          folder={source?.has_folder ? source.id : undefined}
          onPick={form.setImage}
          error={errors.image?.message}
        />
        <Field
          label="Image description"
          hint="Read out to those who do not see the image."
          error={errors.image_alt?.message}
        >
          <TextInput
            value={fields.image_alt}
            autoComplete="off"
            onChange={(event) => set({ image_alt: event.target.value })}
          />
        </Field>
        <Pair>
          <TimeFields form={form} errors={errors} />
        </Pair>
        <AuthorField form={form} authors={authors} error={errors.author?.message} />
        <SlugField form={form} error={errors.address?.message} />
        <DraftBox fields={fields} onChange={(draft) => set({ draft })} />
      </RepairableFields>
    </>
  )
}

type SlugProps = { form: Pick<PostForm, 'fields' | 'base' | 'set'>; error: string | undefined }

/** The last segment of the post's URL (docs/product-rules.md#post-slugs). */
export function SlugField({ form: { fields, base, set }, error }: SlugProps) {
  const { address } = fields
  const isNew = base.address === undefined
  return (
    <Field label="Address" optional={isNew} error={error} hint={hint(address, base.address)}>
      <TextInput
        value={address}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={isNew ? 'Made from the title' : undefined}
        onChange={(event) => set({ address: event.target.value })}
      />
    </Field>
  )
}

function hint(address: string, before: string | undefined): string {
  const whole = location.origin + pagePaths.post(address || '…')
  if (before === undefined || address === before) return whole
  return `Becomes ${whole}. Links to the old address keep working.`
}

type TagFieldProps = { entry: TagEntry; tags: TagEntryState; error: string | undefined }

/** Tags as comma-separated text and as chips. Enter accepts the names and does not submit the form. */
export function TagField({ entry, tags, error }: TagFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    entry.settle()
  }
  /** Moves the focus to the input, because the chip with its button disappears. */
  const remove = (tag: Term) => {
    input.current?.focus()
    entry.remove(tag)
  }
  return (
    <>
      <Field label="Tags" error={tags.failure ?? error} hint="Separated by commas. New names are created.">
        <TextInput
          ref={input}
          value={tags.text}
          autoComplete="off"
          onChange={(event) => entry.type(event.target.value)}
          onBlur={() => entry.settle()}
          onKeyDown={onKeyDown}
        />
      </Field>
      {tags.selected.length > 0 && (
        <TagChips>
          {tags.selected.map((tag) => (
            <TermChip key={tag.id} term={tag} onRemove={() => remove(tag)} />
          ))}
        </TagChips>
      )}
    </>
  )
}

type TimeProps = { form: Pick<PostForm, 'fields' | 'set'>; errors: FieldErrors }

export function TimeFields({ form: { fields, set }, errors }: TimeProps) {
  const { date, expires, draft } = fields
  return (
    <>
      <Field label="Date" error={errors.date?.message} hint={dateHint(date, draft)}>
        <DateInput
          type="datetime-local"
          value={toLocalInput(date)}
          onChange={(event) => set({ date: fromLocalInput(event.target.value) })}
        />
      </Field>
      <Field label="Expiry date" optional error={errors.expires?.message} hint={expiryHint(expires)}>
        <DateInput
          type="datetime-local"
          value={toLocalInput(expires)}
          onChange={(event) => set({ expires: fromLocalInput(event.target.value) })}
        />
      </Field>
    </>
  )
}

function dateHint(date: string, draft: boolean): string {
  const zone = `Times are in ${timeZoneName(date)}.`
  if (date === '') return `If empty: ${draft ? 'when the post is published' : 'now'}. ${zone}`
  return new Date(date) > new Date()
    ? `Scheduled: visitors see it from ${formatDateTime(date, 'local')}. ${zone}`
    : zone
}

const expiryHint = (expires: string) =>
  expires === ''
    ? 'Leave it empty to keep the post.'
    : `From ${formatDateTime(expires, 'local')} visitors no longer see it.`

const two = (number: number) => String(number).padStart(2, '0')

/** Formats for `<input type="datetime-local">`: `2026-05-04T08:00`, with seconds if any. Invalid dates become empty. */
export function toLocalInput(iso: string | null | undefined): string {
  const moment = new Date(iso || Number.NaN)
  if (Number.isNaN(moment.getTime())) return ''
  const day = `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  const seconds = moment.getSeconds() === 0 ? '' : `:${two(moment.getSeconds())}`
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}${seconds}`
}

/** The inverse: reads local time. Invalid input becomes an empty string. */
export function fromLocalInput(typed: string): string {
  const moment = new Date(typed)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}

/** Name of the local time zone at that time: "Central European Summer Time". */
export function timeZoneName(iso: string | undefined): string {
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'long' }).formatToParts(iso ? new Date(iso) : new Date())
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'local time'
}

const s = createStyled('editor-fields')
const Growing = s(TextArea)`
  field-sizing: content;
  max-height: 55vh;
  min-height: ${({ rows = 2 }) => `calc(${rows} * 1.6 * 0.9375rem + 27px)`};
`
const Pair = s('div')`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 20px 18px;
  align-items: start;
  ${media.phone} { grid-template-columns: minmax(0, 1fr); }
`
const TagChips = s(Chips)`
  grid-column: 1 / -1;
  margin-top: -6px;
`

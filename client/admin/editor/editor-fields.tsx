import type { RefObject } from 'react'
import { ImagePicker } from '#client/admin/media/image-picker.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { Checkbox } from '#client/ui/form/checkbox.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Select, TextArea, TextInput } from '#client/ui/form/inputs.tsx'
import { media } from '#client/ui/media.ts'
import type { Name } from '#contract/names.ts'
import type { PostSource } from '#contract/posts.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { AddressField } from './slug-field.tsx'
import { TagField } from './tag-field.tsx'
import { TimeFields } from './time-fields.tsx'
import type { PostForm } from './use-post-form.ts'

type Props = {
  form: PostForm
  titleRef: RefObject<HTMLInputElement | null>
  source: PostSource | undefined
  categories: readonly Name[]
  errors: FieldErrors
}

/** The fields of a post (§2, §5). A Markdown post is edited as Markdown (decision 8). */
export function EditorFields({ form, titleRef, source, categories, errors }: Props) {
  const { fields, set } = form
  const written = form.base.format === 'md' ? 'Markdown' : 'HTML'
  return (
    <>
      <Field label="Title" error={errors.title?.message}>
        <TextInput
          value={fields.title}
          required
          autoComplete="off"
          ref={titleRef}
          onChange={(event) => set({ title: event.target.value })}
        />
      </Field>
      <Field label="Summary (HTML)" error={errors.summary?.message}>
        <Growing
          code
          rows={2}
          value={fields.summary}
          required
          onChange={(event) => set({ summary: event.target.value })}
        />
      </Field>
      <Field label={`Content (${written})`} error={errors.content?.message}>
        <Growing
          code
          rows={5}
          value={fields.content}
          required
          onChange={(event) => set({ content: event.target.value })}
        />
      </Field>
      <Pair>
        <Field label="Category" error={errors.category_id?.message}>
          <Select value={fields.category_id} required onChange={(event) => set({ category_id: event.target.value })}>
            <option value="">Choose a category</option>
            {categories.map(({ id, name }) => (
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
      <AddressField form={form} error={errors.address?.message} />
      <Checkbox checked={fields.draft} onChange={(event) => set({ draft: event.target.checked })}>
        Draft: visitors do not see it
      </Checkbox>
    </>
  )
}

const s = createStyled('editor-fields')
/** As high as its text, within reason. */
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

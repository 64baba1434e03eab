import { folderOf } from '#client/admin/images/body-services.ts'
import { useStoredPath } from '#client/admin/images/use-stored-path.ts'
import type { Writing } from '#client/admin/writing/state/use-writing.ts'
import { Field } from '#client/ui/form/field.tsx'
import { TextArea, TextInput } from '#client/ui/form/inputs.tsx'
import { extraLimits } from '#contract/post-extras.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { SharePreviews, wordsOf } from './share-previews.tsx'

type Props = { writing: Writing; siteName: string; errors: FieldErrors }

/** What search engines and shared links show, and fields for what differs from the post. */
export function SearchGroup({ writing, siteName, errors }: Props) {
  const { fields, set } = writing
  const { seo_title, seo_description, canonical } = fields
  const summary = wordsOf(fields.summary)
  return (
    <>
      <SharePreviews
        title={seo_title || fields.title}
        description={seo_description || summary}
        address={fields.address}
        siteName={siteName}
        image={useStoredPath(folderOf(writing.source), fields.image)}
      />
      <Field
        label="Title for search engines"
        optional
        error={errors.seo_title?.message}
        hint="If empty, the title is used."
        counter={`${(seo_title || fields.title).length} / 60`}
      >
        <TextInput
          value={seo_title}
          autoComplete="off"
          maxLength={extraLimits.seo_title}
          onChange={({ target }) => set({ seo_title: target.value })}
        />
      </Field>
      <Field
        label="Description for search engines"
        optional
        error={errors.seo_description?.message}
        hint="If empty, the summary is used."
        counter={`${(seo_description || summary).length} / 160`}
      >
        <TextArea
          rows={3}
          value={seo_description}
          maxLength={extraLimits.seo_description}
          onChange={({ target }) => set({ seo_description: target.value.replace(/\s*[\r\n]+\s*/g, ' ') })}
        />
      </Field>
      <Field
        label="Canonical URL"
        optional
        error={errors.canonical?.message}
        hint="Only if this text was published elsewhere first."
      >
        <TextInput
          type="url"
          value={canonical}
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          onChange={({ target }) => set({ canonical: target.value })}
        />
      </Field>
    </>
  )
}

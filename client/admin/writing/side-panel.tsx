import { folderOf } from '#client/admin/images/body-services.ts'
import { AuthorField } from '#client/admin/post-form/author-field.tsx'
import { FeaturedImage } from '#client/admin/post-form/featured-image.tsx'
import { SlugField, TimeFields } from '#client/admin/post-form/post-fields.tsx'
import { RepairableFields } from '#client/admin/post-form/repairable-fields.tsx'
import { summaryHint } from '#client/admin/post-form/summary-hint.ts'
import { Panel } from '#client/admin/shared/admin.styles.ts'
import type { Writing } from '#client/admin/writing/state/use-writing.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { useFittingHeight } from '#client/ui/form/fitting-height.ts'
import { TextArea } from '#client/ui/form/inputs.tsx'
import type { FieldErrors } from '#contract/validate.ts'
import { CategoryCombobox } from './category-combobox.tsx'
import { PostLinks } from './post-links.tsx'
import { SearchGroup } from './search-group.tsx'
import { TagCombobox } from './tag-combobox.tsx'

type Props = { writing: Writing; siteName: string; errors: FieldErrors }

/** Everything about the post besides title and text. */
export function SidePanel({ writing, siteName, errors }: Props) {
  const { fields, set, lists } = writing
  const summary = useFittingHeight(fields.summary)
  return (
    <aside aria-label="Settings of the post">
      {writing.source && <PostLinks source={writing.source} state={writing.postState} onPutBack={writing.editText} />}
      <RepairableFields source={writing.source}>
        <Group>
          <div data-field="summary">
            <Field
              label="Summary"
              error={errors.summary?.message}
              hint={summaryHint(fields.summary, writing.source) ?? 'For lists and search results. May be HTML.'}
            >
              <Summary
                ref={summary}
                rows={3}
                value={fields.summary}
                onChange={({ target }) => set({ summary: target.value })}
              />
            </Field>
          </div>
          <div data-field="category_id">
            <CategoryCombobox
              categories={lists.categories}
              value={fields.category_id}
              error={errors.category_id?.message}
              onChange={(category_id) => set({ category_id })}
            />
          </div>
          <div data-field="tags">
            <TagCombobox entry={writing.entry} tags={writing.tags} error={errors.tags?.message} />
          </div>
        </Group>
        <Group data-field="image image_alt image_caption image_focus">
          <FeaturedImage
            folder={folderOf(writing.source)}
            image={fields.image}
            image_alt={fields.image_alt}
            image_caption={fields.image_caption}
            image_focus={fields.image_focus}
            errors={errors}
            onChange={set}
            onUpload={writing.addUpload}
          />
        </Group>
        <Group data-field="date expires">
          <TimeFields form={{ set, fields: { ...fields, draft: writing.postState === 'draft' } }} errors={errors} />
          <div data-field="author">
            <AuthorField form={writing} authors={lists.authors} error={errors.author?.message} />
          </div>
          <div data-field="address">
            <SlugField form={writing} error={errors.address?.message} />
          </div>
        </Group>
        <Folded>
          <summary>Search and sharing</summary>
          <Inner data-field="seo_title seo_description canonical">
            <SearchGroup writing={writing} siteName={siteName} errors={errors} />
          </Inner>
        </Folded>
      </RepairableFields>
    </aside>
  )
}

const s = createStyled('side-panel')
const Group = s(Panel)`
  display: grid;
  gap: 20px;
  & + & { margin-top: 16px; }
`
const Folded = s('details')`
  margin-top: 16px;
  padding: 8px 22px;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  & > summary { min-height: 44px; padding-block: 9px; font-weight: 640; cursor: pointer; }
`
const Inner = s('div')`
  display: grid;
  gap: 20px;
  padding-block: 8px 16px;
`
const Summary = s(TextArea)`
  field-sizing: content;
  min-height: 96px;
  max-height: 40vh;
`

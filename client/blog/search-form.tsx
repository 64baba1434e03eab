import type { ComponentProps } from 'react'
import { Button } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { SEARCH_MAX_CHARACTERS } from '#contract/limits.ts'
import { pagePaths } from '#contract/paths.ts'

type Props = Pick<ComponentProps<'form'>, 'onSubmit'> &
  Pick<ComponentProps<'input'>, 'ref' | 'defaultValue' | 'onInput'>

/** Searches the posts. Without `onSubmit`, the browser opens the list of what was found. */
export const SearchForm = ({ onSubmit, ...input }: Props) => (
  <Form role="search" action={pagePaths.blog} onSubmit={onSubmit}>
    <input
      {...input}
      type="search"
      name="q"
      maxLength={SEARCH_MAX_CHARACTERS}
      aria-label="Search posts"
      placeholder="Search posts"
    />
    <Button type="submit" variant="outline" small aria-label="Search">
      <Icon name="search" />
    </Button>
  </Form>
)

const s = createStyled('search-form')
const Form = s('form')`
  display: flex;
  gap: 8px;
  flex: 0 1 400px;
  & input {
    flex: 1;
    min-width: 0;
    padding: 0 14px;
    border: 1.5px solid var(--line-strong);
    border-radius: var(--r-md);
    background: var(--surface);
  }
`

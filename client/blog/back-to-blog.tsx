import { Icon } from '#client/ui/icon.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { pagePaths } from '#contract/paths.ts'

export const BackToBlog = () => (
  <TextLink to={pagePaths.blog}>
    <Icon name="arrow-left" size={18} /> Back to Blog
  </TextLink>
)

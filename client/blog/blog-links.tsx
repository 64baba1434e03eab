import { TextLink } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { feedPath, pagePaths } from '#contract/paths.ts'

export const BackToBlog = () => (
  <TextLink to={pagePaths.blog}>
    <Icon name="arrow-left" size={18} /> Back to Blog
  </TextLink>
)

/** `of`: the path of a list of posts. */
export const FeedLink = ({ of, label }: { of: string; label: string }) => (
  <TextLink to={feedPath(of)} type="application/atom+xml" reloadDocument>
    <Icon name="feed" size={18} /> {label}
  </TextLink>
)

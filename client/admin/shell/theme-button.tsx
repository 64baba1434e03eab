import { useTheme } from '#client/lib/use-theme.ts'
import { IconButton } from '#client/ui/base/button.tsx'

/** Switches the theme. The choice is that of the whole site, which its footer offers too. */
export function ThemeButton() {
  const [theme, choose] = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  const label = `Switch to ${other} theme`
  return (
    <IconButton icon={other === 'light' ? 'sun' : 'moon'} label={label} title={label} onClick={() => choose(other)} />
  )
}

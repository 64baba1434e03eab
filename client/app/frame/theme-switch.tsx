import { useTheme } from '#client/lib/use-theme.ts'
import { Icon } from '#client/ui/icon.tsx'
import { createStyled } from '#client/ui/styles.ts'

const s = createStyled('theme-switch')
const Face = s('button')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  padding: 0 8px;
  border: 0;
  border-radius: var(--r-sm);
  background: none;
  color: var(--text-2);
  cursor: pointer;
  &:hover { color: var(--text); }
`

/** A button that selects the other theme. */
export function ThemeSwitch() {
  const [theme, choose] = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <Face type="button" aria-label={`Switch to ${other} theme`} onClick={() => choose(other)}>
      <Icon name={other === 'light' ? 'sun' : 'moon'} size={18} />
      {other === 'light' ? 'Light theme' : 'Dark theme'}
    </Face>
  )
}

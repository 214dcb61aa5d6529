import { Moon, Sun } from 'lucide-react'
import { setTheme, useTheme } from '@/lib/theme'
import { Button } from '@/ui/button'

export function ThemeToggle() {
  const dark = useTheme() === 'dark'
  return (
    <Button
      icon={dark ? Sun : Moon}
      variant="ghost"
      size="icon"
      aria-label={dark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  )
}

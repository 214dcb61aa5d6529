import { type NoticeName, notices } from '@jaanch/account/privacy/consent-texts'
import { Moon, Sun } from 'lucide-react'
import { cn } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { setTheme, useTheme } from '@/lib/theme'
import { Button } from '@/ui/button'

export function Logo({ className }: { className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2.5 font-bold text-xl tracking-tight', className)}>
      <svg viewBox="0 0 32 32" className="size-8" aria-hidden>
        <rect width="32" height="32" rx="9" className="fill-brand" />
        <path d="M16 5.5c3.6 4.3 7 8.2 7 12.3a7 7 0 0 1-14 0c0-4.1 3.4-8 7-12.3Z" className="fill-on-brand" />
        <path
          d="m12.6 18 2.5 2.5 4.5-4.8"
          className="fill-none stroke-brand"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Jaanch
    </span>
  )
}

/** Says which data are processed, who gets them and how to withdraw. The version of the notice is recorded with the data. */
export function Notice({ name, className }: { name: NoticeName; className?: string }) {
  return (
    <p className={cn('text-ink-soft text-xs', className)}>
      {notices[name].text} {/* in a tab of its own: what was typed here stays */}
      <a
        href={paths.privacy}
        target="_blank"
        rel="noopener"
        className="font-semibold text-brand-ink underline underline-offset-4"
      >
        Privacy notice<span className="sr-only"> (opens in a new tab)</span>
      </a>
    </p>
  )
}

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

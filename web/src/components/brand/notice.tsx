import { type NoticeName, notices } from '@jaanch/account/privacy/notice-texts'
import { cn } from '@/lib/class-names'
import { paths } from '@/lib/paths'

/** What is processed, who gets it and how to withdraw. What is sent with it is recorded with the notice's version. */
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

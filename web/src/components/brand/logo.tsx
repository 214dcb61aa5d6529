import { cn } from '@/lib/class-names'

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

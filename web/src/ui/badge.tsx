import { cva, type VariantProps } from 'class-variance-authority'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/class-names'

const look = cva(
  'inline-flex items-center gap-1.5 whitespace-nowrap rounded-md px-2 py-0.5 font-semibold text-xs',
  {
    variants: {
      tone: {
        neutral: 'bg-sunken text-ink-soft',
        brand: 'bg-brand-soft text-brand-ink',
        accent: 'bg-accent-soft text-accent-ink',
        good: 'bg-good-soft text-good',
        info: 'bg-info-soft text-info',
        bad: 'bg-bad-soft text-bad',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

export type Tone = NonNullable<VariantProps<typeof look>['tone']>

type BadgeProps = { tone?: Tone; icon?: LucideIcon; className?: string; children: ReactNode }

export function Badge({ tone, icon: Icon, className, children }: BadgeProps) {
  return (
    <span className={cn(look({ tone }), className)}>
      {Icon && <Icon className="size-3.5 shrink-0" aria-hidden />}
      {children}
    </span>
  )
}

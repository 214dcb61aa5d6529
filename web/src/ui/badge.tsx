import { cva, type VariantProps } from 'class-variance-authority'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/class-names'

const badgeVariants = cva(
  'inline-flex items-center gap-1.5 whitespace-nowrap rounded-md px-2 py-0.5 font-semibold text-xs',
  {
    variants: {
      variant: {
        neutral: 'bg-sunken text-ink-soft',
        brand: 'bg-brand-soft text-brand-ink',
        accent: 'bg-accent-soft text-accent-ink',
        success: 'bg-success-soft text-success',
        info: 'bg-info-soft text-info',
        error: 'bg-error-soft text-error',
      },
    },
    defaultVariants: { variant: 'neutral' },
  },
)

type BadgeVariant = NonNullable<VariantProps<typeof badgeVariants>['variant']>

/** A status as a badge: with a word and an icon, so that colour is never the only sign. */
export type BadgeStyle = { label: string; variant: BadgeVariant; icon: LucideIcon }

type BadgeProps = { variant?: BadgeVariant; icon?: LucideIcon; className?: string; children: ReactNode }

export function Badge({ variant, icon: Icon, className, children }: BadgeProps) {
  return (
    <span className={cn(badgeVariants({ variant }), className)}>
      {Icon && <Icon className="size-3.5 shrink-0" aria-hidden />}
      {children}
    </span>
  )
}

export function StyledBadge({ label, variant, icon, className = '' }: BadgeStyle & { className?: string }) {
  return (
    <Badge variant={variant} icon={icon} className={className}>
      {label}
    </Badge>
  )
}

import { cva, type VariantProps } from 'class-variance-authority'
import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { cn } from '@/lib/class-names'

export const buttonVariants = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-lg font-semibold transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-[1.15em] [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-brand text-on-brand not-disabled:hover:bg-brand-strong',
        accent: 'bg-accent text-on-accent not-disabled:hover:bg-accent-strong',
        outline: 'border border-line-strong/60 bg-surface text-ink not-disabled:hover:bg-sunken',
        soft: 'bg-brand-soft text-brand-ink not-disabled:hover:bg-brand-soft/70',
        ghost: 'text-ink-soft not-disabled:hover:bg-sunken not-disabled:hover:text-ink',
        danger: 'bg-error-soft text-error not-disabled:hover:bg-error-soft/70',
      },
      size: {
        sm: 'min-h-11 px-3.5 text-xs pointer-fine:sm:min-h-9',
        md: 'min-h-11 px-4 text-sm',
        lg: 'min-h-12 px-6 text-base',
        icon: 'size-11 text-base',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
)

type ButtonVariants = VariantProps<typeof buttonVariants> & {
  /** Stands before the label, or alone. While the button is loading, a spinner takes its place. */
  icon?: LucideIcon
}

export function Button({
  variant,
  size,
  icon: Icon,
  loading = false,
  className,
  children,
  disabled,
  ...rest
}: ComponentProps<'button'> & ButtonVariants & { loading?: boolean }) {
  return (
    <button
      type="button"
      className={cn(buttonVariants({ variant, size }), className)}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      {...rest}
    >
      {loading ? <LoaderCircle className="animate-spin" aria-hidden /> : Icon && <Icon aria-hidden />}
      {children}
    </button>
  )
}

export function ButtonLink({
  variant,
  size,
  icon: Icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & ButtonVariants) {
  return (
    <Link className={cn(buttonVariants({ variant, size }), className)} {...rest}>
      {Icon && <Icon aria-hidden />}
      {children}
    </Link>
  )
}

export function OutlineLink(link: { to: string; children: ReactNode }) {
  return <ButtonLink variant="outline" {...link} />
}

export function SmallLink(link: { to: string; children: ReactNode }) {
  return <ButtonLink variant="outline" size="sm" {...link} />
}

import { cva, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { cn } from '@/lib/class-names'

export const buttonLook = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-lg font-semibold transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-[1.15em] [&_svg]:shrink-0',
  {
    variants: {
      look: {
        primary: 'bg-brand text-on-brand not-disabled:hover:bg-brand-strong',
        accent: 'bg-accent text-on-accent not-disabled:hover:bg-accent-strong',
        outline: 'border border-line-strong/60 bg-surface text-ink not-disabled:hover:bg-sunken',
        soft: 'bg-brand-soft text-brand-ink not-disabled:hover:bg-brand-soft/70',
        ghost: 'text-ink-soft not-disabled:hover:bg-sunken not-disabled:hover:text-ink',
        danger: 'bg-bad-soft text-bad not-disabled:hover:bg-bad-soft/70',
      },
      size: {
        sm: 'min-h-11 px-3.5 text-xs sm:min-h-9',
        md: 'min-h-11 px-4 text-sm',
        lg: 'min-h-12 px-6 text-base',
        icon: 'size-11 text-base',
      },
    },
    defaultVariants: { look: 'primary', size: 'md' },
  },
)

type Look = VariantProps<typeof buttonLook>

export function Button({
  look,
  size,
  busy = false,
  className,
  children,
  disabled,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
      type="button"
      className={cn(buttonLook({ look, size }), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <LoaderCircle className="animate-spin" aria-hidden />}
      {children}
    </button>
  )
}

export function ButtonLink({ look, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link className={cn(buttonLook({ look, size }), className)} {...rest} />
}

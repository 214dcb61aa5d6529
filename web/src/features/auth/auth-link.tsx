import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { cn } from '@/lib/class-names'

export function AuthLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      className={cn(
        'inline-flex min-h-11 items-center font-semibold text-brand-ink underline underline-offset-4',
        className,
      )}
      {...rest}
    />
  )
}

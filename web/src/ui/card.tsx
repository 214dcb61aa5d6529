import type { ComponentProps } from 'react'
import { cn } from '@/lib/class-names'

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('rounded-xl border bg-surface shadow-card', className)} {...rest} />
}

import type { ComponentProps } from 'react'
import { cn } from '@/lib/class-names'
import { useFieldProps } from './field'

export const inputClass =
  'w-full min-w-0 rounded-lg border border-line-strong/70 bg-surface px-3.5 text-base text-ink transition-colors placeholder:text-ink-soft/90 hover:border-line-strong focus-visible:border-ring focus-visible:outline-offset-0 aria-invalid:border-error disabled:opacity-60 sm:text-sm'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldProps()} className={cn(inputClass, 'h-11', className)} {...rest} />
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldProps()}
      className={cn(inputClass, 'min-h-24 resize-y py-2.5', className)}
      {...rest}
    />
  )
}
